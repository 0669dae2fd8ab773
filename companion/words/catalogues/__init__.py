"""The words of the house: one PO file a language, keys for msgids."""
