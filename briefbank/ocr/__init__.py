"""Text recognition: engines behind one Protocol, and the searchable copy of a scan.

Tesseract is called page by page; of OCRmyPDF only the parts that make the text layer of the searchable copy
are used. OCRmyPDF's whole run took three times as long as Tesseract itself, gives no confidences, and a stop
loses the whole document. Of the package ``olmocr`` the page drawing and the prompts are used; its pipeline
brings cloud storage clients and several hundred megabytes. Recognised pages are kept as rows of the
catalogue, so a lost searchable copy is composed again without recognition, and one page can be read again
with another setting.
"""
