"""The catalogue's migrations; ``briefbank.catalogue.schema`` runs them when a library is opened.

Revisions up to 0012 are of files alone: PostgreSQL begins with the tables of 0012. A later one runs on both.
It gives each new column the type that ``dialect.column_type`` returns for ``op.get_bind().dialect``, changes
rows by statements that both understand, and asks ``op.get_bind().dialect.name`` only where a file needs what
PostgreSQL does by itself, such as making a table anew to change it.
"""
