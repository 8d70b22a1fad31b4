"""The catalogue's migrations, one module for each revision, named by its number;
``briefbank.catalogue.schema`` runs them when a library is opened.

The first revision is of files alone: a database of PostgreSQL begins with the tables of the release that made
it. A later one runs on both. It gives each new column the type that ``database.column_type`` returns for
``op.get_bind().dialect``, changes rows by statements that both understand, and asks
``op.get_bind().dialect.name`` only where a file needs what PostgreSQL does by itself, such as making a table
anew to change it. Each revision has an entry in ``schema.SHAPES``.
"""
