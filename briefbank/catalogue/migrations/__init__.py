"""The catalogue's migrations; ``briefbank.catalogue.schema`` runs them when a library is opened."""
