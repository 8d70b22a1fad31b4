<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
    <context>
        <name>ui.features.alerts.bell</name>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="46" />
            <source>Nothing needs a look.</source>
            <translation>No hay nada que revisar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="47" />
            <source>Pages that were hard to read, refused files or a backup that is due would be listed here.</source>
            <translation>Aquí aparecerían las páginas difíciles de leer, los archivos no admitidos o una copia de seguridad pendiente.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="68" />
            <source>Open the list</source>
            <translation>Abrir la lista</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="69" />
            <source>Decide</source>
            <translation>Decidir</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="70" />
            <source>Look at them</source>
            <translation>Verlas</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="71" />
            <location filename="../../ui/features/alerts/bell.py" line="75" />
            <source>Show them</source>
            <translation>Mostrarlos</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="72" />
            <source>Show what takes up room</source>
            <translation>Mostrar lo que ocupa espacio</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="73" />
            <source>Open backup and repair</source>
            <translation>Abrir Copia de seguridad y reparación</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="74" />
            <source>Open the watched folders</source>
            <translation>Abrir las carpetas vigiladas</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="79" />
            <source>caption</source>
            <translation>carátula</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="80" />
            <source>headings</source>
            <translation>encabezados</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="81" />
            <source>citations</source>
            <translation>citas</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="82" />
            <source>names and treatment of authorities</source>
            <translation>nombres y tratamiento de autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="83" />
            <source>dates in force</source>
            <translation>fechas de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="121" />
            <source>The disk that holds the library is nearly full: {left} left.</source>
            <translation>El disco de la biblioteca está casi lleno: quedan {left}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="122" />
            <source>Free some space. When it is full, adding files stops; nothing that was added is lost.</source>
            <translation>Libere espacio. Cuando se llena, se dejan de añadir archivos; no se pierde nada de lo añadido.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="125" />
            <source>The index of words does not open.</source>
            <translation>El índice de palabras no se abre.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="126" />
            <source>“Rebuild indexes” makes it anew from the library. No document is lost by it.</source>
            <translation>«Rehacer los índices» lo hace de nuevo a partir de la biblioteca. No se pierde ningún documento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="129" />
            <source>1 brief relies on an authority that, by your good-law list, does not hold as it did.</source>
            <translation>1 escrito se apoya en una autoridad que, según su lista de vigencia, ya no vale como antes.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="130" />
            <source>{number:,} briefs rely on authorities that, by your good-law list, do not hold as they did.</source>
            <translation>{number:,} escritos se apoyan en autoridades que, según su lista de vigencia, ya no valen como antes.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="131" />
            <source>Searches and the reader warn of them. The list says what happened and names the briefs.</source>
            <translation>Las búsquedas y el lector lo advierten. La lista dice qué ocurrió y nombra los escritos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="134" />
            <source>1 sentence of your library seems to say that an authority no longer holds.</source>
            <translation>1 frase de su biblioteca parece decir que una autoridad ya no está vigente.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="135" />
            <source>{number:,} sentences of your library seem to say that an authority no longer holds.</source>
            <translation>{number:,} frases de su biblioteca parecen decir que una autoridad ya no está vigente.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="136" />
            <source>It counts only when somebody confirms it.</source>
            <translation>Solo cuenta cuando alguien lo confirma.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="139" />
            <source>1 watched folder cannot be looked at.</source>
            <translation>1 carpeta vigilada no se puede consultar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="140" />
            <source>{number:,} watched folders cannot be looked at.</source>
            <translation>{number:,} carpetas vigiladas no se pueden consultar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="141" />
            <source>What comes into it is not added meanwhile. Check that its drive or share is connected.</source>
            <translation>Mientras tanto no se añade lo que llegue a ella. Compruebe que su unidad o carpeta compartida esté conectada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="144" />
            <source>1 file was refused.</source>
            <translation>1 archivo no se admitió.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="145" />
            <source>{number:,} files were refused.</source>
            <translation>{number:,} archivos no se admitieron.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="146" />
            <source>The list of files says why, and what to do about it.</source>
            <translation>La lista de archivos dice por qué y qué se puede hacer.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="149" />
            <source>There is text that cannot be seen: {where}.</source>
            <translation>Hay texto que no se ve: {where}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="150" />
            <source>BriefBank left it out, but whoever has the file can copy it: do not pass it on as it is.</source>
            <translation>BriefBank lo omitió, pero quien tenga el archivo puede copiarlo: no lo entregue tal como está.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="153" />
            <source>There is no text that can be searched: {where}.</source>
            <translation>No hay texto que se pueda buscar: {where}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="154" />
            <source>Look at the pages themselves. “Read again” may do better with another setting.</source>
            <translation>Mire las páginas mismas. «Leer de nuevo» quizá dé mejor resultado con otro ajuste.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="157" />
            <source>The text could not be read with certainty: {where}.</source>
            <translation>El texto no se pudo leer con certeza: {where}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="158" />
            <source>Compare the words with the page before you rely on them.</source>
            <translation>Compare las palabras con la página antes de apoyarse en ellas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="161" />
            <source>1 document has no filing date: the date it gives lies in the future.</source>
            <translation>1 documento no tiene fecha de presentación: la fecha que indica está en el futuro.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="162" />
            <source>{number:,} documents have no filing date: the dates they give lie in the future.</source>
            <translation>{number:,} documentos no tienen fecha de presentación: las fechas que indican están en el futuro.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="163" />
            <source>Correct the filing date in the caption. Without one, a document comes after all others.</source>
            <translation>Corrija la fecha de presentación en la carátula. Sin ella, un documento aparece después de todos los demás.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="166" />
            <source>{number} document was read with a gap in: {what}.</source>
            <translation>{number} documento se leyó con una laguna en: {what}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="167" />
            <source>{number} documents were read with a gap in: {what}.</source>
            <translation>{number} documentos se leyeron con una laguna en: {what}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="168" />
            <source>BriefBank made a mistake there. The pages and all their words are kept and can be searched. A later version can read them again.</source>
            <translation>BriefBank cometió un error ahí. Las páginas y todas sus palabras se conservan y se pueden buscar. Una versión posterior puede leerlos de nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="174" />
            <source>The last backup was made {days} ago.</source>
            <translation>La última copia de seguridad se hizo hace {days}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="175" />
            <source>A later backup in the same folder copies only what is new.</source>
            <translation>Una copia posterior en la misma carpeta copia solo lo nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="187" />
            <source>{pages} in {documents}</source>
            <translation>{pages} en {documents}</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="189" />
            <source>day</source>
            <translation>día</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="189" />
            <source>days</source>
            <translation>días</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="194" />
            <source>This library was never backed up.</source>
            <translation>De esta biblioteca nunca se hizo una copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="198" />
            <source>1 of them was filed before it happened.</source>
            <translation>1 de ellos se presentó antes de que ocurriera.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="199" />
            <source>{number:,} of them were filed before it happened.</source>
            <translation>{number:,} de ellos se presentaron antes de que ocurriera.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="208" />
            <source>Search by meaning is not ready.</source>
            <translation>La búsqueda por significado no está lista.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="209" />
            <source>Until it is, searches look for words alone. “Check” in Settings says why.</source>
            <translation>Hasta entonces, las búsquedas solo buscan palabras. «Comprobar», en Configuración, explica por qué.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="218" />
            <source>new result</source>
            <translation>resultado nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="218" />
            <source>new results</source>
            <translation>resultados nuevos</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="219" />
            <source>“{name}” has {results}.</source>
            <translation>«{name}» tiene {results}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="220" />
            <source>A search that you saved. Opening it counts them as seen.</source>
            <translation>Una búsqueda que usted guardó. Al abrirla se dan por vistos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="238" />
            <source>No alerts</source>
            <translation>No hay avisos</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="240" />
            <source>The alerts could not be read.</source>
            <translation>No se pudieron leer los avisos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="242" />
            <source>alert</source>
            <translation>aviso</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="242" />
            <source>alerts</source>
            <translation>avisos</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="261" />
            <source>Not now</source>
            <translation>Ahora no</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="262" />
            <source>Leave it until there is more of it</source>
            <translation>Dejarlo hasta que haya más</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="263" />
            <source>Not now: {what}</source>
            <translation>Ahora no: {what}</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="286" />
            <location filename="../../ui/features/alerts/bell.py" line="302" />
            <source>Alerts</source>
            <translation>Avisos</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="294" />
            <source>Looking …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="296" />
            <source>Close the alerts</source>
            <translation>Cerrar los avisos</translation>
        </message>
        <message>
            <location filename="../../ui/features/alerts/bell.py" line="350" />
            <source>Show what was left for later ({number})</source>
            <translation>Mostrar lo que se dejó para después ({number})</translation>
        </message>
    </context>
    <context>
        <name>ui.features.authorities.authority_view</name>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="119" />
            <source>Back to the authority before</source>
            <translation>Volver a la autoridad anterior</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="119" />
            <source>Back to the authority before (Alt+Left)</source>
            <translation>Volver a la autoridad anterior (Alt+Flecha izquierda)</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="126" />
            <source>Which briefs rely on this…</source>
            <translation>Qué escritos se apoyan en ella…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="127" />
            <source>Enter on your good-law list…</source>
            <translation>Añadir a su lista de vigencia…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="128" />
            <source>Your good-law list</source>
            <translation>Su lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="129" />
            <source>Change…</source>
            <translation>Cambiar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="129" />
            <source>Remove…</source>
            <translation>Quitar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="131" />
            <source>Proposed from your library</source>
            <translation>Propuesto por su biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="132" />
            <source>By year</source>
            <translation>Por año</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="136" />
            <source>Versions</source>
            <translation>Versiones</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="137" />
            <source>Compare…</source>
            <translation>Comparar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="137" />
            <source>Show two versions side by side</source>
            <translation>Mostrar dos versiones una al lado de otra</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="139" />
            <source>Its own text</source>
            <translation>Su propio texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="140" />
            <source>Points it is cited for</source>
            <translation>Puntos para los que se cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="141" />
            <source>Quotations from it</source>
            <translation>Citas textuales de ella</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="142" />
            <source>Cited together with</source>
            <translation>Citada junto con</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="143" />
            <source>Treatment by other authorities</source>
            <translation>Tratamiento por otras autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="144" />
            <source>Documents that interpret or limit it</source>
            <translation>Documentos que la interpretan o limitan</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="145" />
            <source>Treatment of other authorities</source>
            <translation>Tratamiento de otras autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="146" />
            <source>Documents that cite it</source>
            <translation>Documentos que la citan</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="210" />
            <source>Its page shows who cites it, for which points and with which words, and whether it still holds.</source>
            <translation>Su página muestra quién la cita, para qué puntos y con qué palabras, y si sigue vigente.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="213" />
            <source>Choose an authority to see how it is cited.</source>
            <translation>Elija una autoridad para ver cómo se cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="251" />
            <source>Also cited as {forms}</source>
            <translation>Citada también como {forms}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="256" />
            <source>Not on your good-law list</source>
            <translation>No está en su lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="269" />
            <source>counts only when you confirm it</source>
            <translation>cuenta solo cuando usted la confirma</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="318" />
            <source>the newest {len:,} of {documents_total:,}</source>
            <translation>los {len:,} más recientes de {documents_total:,}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="322" />
            <source>newest first</source>
            <translation>los más recientes primero</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="349" />
            <source>A text</source>
            <translation>Un texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="349" />
            <source>it</source>
            <translation>ella</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="351" />
            <source>It</source>
            <translation>Ella</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="378" />
            <source>as a person said</source>
            <translation>según indicó una persona</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="379" />
            <source>as the text says</source>
            <translation>según dice el texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="380" />
            <source>by the date of the document</source>
            <translation>según la fecha del documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="381" />
            <source>until the next version begins</source>
            <translation>hasta que empieza la versión siguiente</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="387" />
            <source>in {count}</source>
            <translation>en {count}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="397" />
            <source>No document of the library cites it.</source>
            <translation>Ningún documento de la biblioteca la cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="400" />
            <source>Cited {times}, in {passages} of {documents}, last on {day}.</source>
            <translation>Citada {times}, en {passages} de {documents}, la última vez el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="402" />
            <source>Cited {times}, in {passages} of {documents}.</source>
            <translation>Citada {times}, en {passages} de {documents}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="405" />
            <source>once</source>
            <translation>una vez</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="405" />
            <source>{number} times</source>
            <translation>{number} veces</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="413" />
            <source>{one} cites {other}</source>
            <translation>{one} cita {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="414" />
            <source>{one} interprets {other}</source>
            <translation>{one} interpreta {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="415" />
            <source>{one} implements {other}</source>
            <translation>{one} aplica {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="416" />
            <source>{one} amends {other}</source>
            <translation>{one} enmienda {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="417" />
            <source>{one} modifies {other}</source>
            <translation>{one} modifica {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="418" />
            <source>{one} overrules {other}</source>
            <translation>{one} revoca {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="419" />
            <source>{one} reverses {other}</source>
            <translation>{one} revierte {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="420" />
            <source>{one} vacates {other}</source>
            <translation>{one} anula {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="421" />
            <source>{one} abrogates {other}</source>
            <translation>{one} abroga {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="422" />
            <source>{one} invalidates {other}</source>
            <translation>{one} invalida {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="423" />
            <source>{one} repeals {other}</source>
            <translation>{one} deroga {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="424" />
            <source>{one} supersedes {other}</source>
            <translation>{one} sustituye {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="425" />
            <source>{one} disapproves {other}</source>
            <translation>{one} desaprueba {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="426" />
            <source>{one} limits {other}</source>
            <translation>{one} limita {other}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/authority_view.py" line="427" />
            <source>{one} questions {other}</source>
            <translation>{one} cuestiona {other}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.authorities.dialogs</name>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="43" />
            <source>Documents that rely on it.csv</source>
            <translation>Documentos que se apoyan en ella.csv</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="53" />
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="65" />
            <source>Briefs that cite the same authorities</source>
            <translation>Escritos que citan las mismas autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="77" />
            <source>{count}, nearest first; what few documents cite counts more</source>
            <translation>{count}, el más cercano primero; cuenta más lo que citan pocos documentos</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="81" />
            <source>No other document cites what this one cites.</source>
            <translation>Ningún otro documento cita lo que cita este.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="82" />
            <source>Its citations may not be known, or nothing of the kind is in the library yet.</source>
            <translation>Puede que no se conozcan sus citas, o que aún no haya nada parecido en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="89" />
            <source>authority</source>
            <translation>autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="89" />
            <source>authorities</source>
            <translation>autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="92" />
            <source>{named}; and {more:,} more</source>
            <translation>{named}; y {more:,} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="94" />
            <source>{count} shared</source>
            <translation>{count} en común</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="112" />
            <source>What changed since</source>
            <translation>Qué cambió desde entonces</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="122" />
            <source>The library knows of no change since.</source>
            <translation>La biblioteca no conoce ningún cambio posterior.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="131" />
            <source>Which briefs rely on this</source>
            <translation>Qué escritos se apoyan en ella</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="134" />
            <source>Save as CSV…</source>
            <translation>Guardar como CSV…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="149" />
            <source>{count}, {passages}, newest first</source>
            <translation>{count}, {passages}, los más recientes primero</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="154" />
            <source>No document of the library relies on it.</source>
            <translation>Ningún documento de la biblioteca se apoya en ella.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="158" />
            <source>Save the report</source>
            <translation>Guardar el informe</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="162" />
            <source>Nothing was written. {error}</source>
            <translation>No se escribió nada. {error}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="164" />
            <source>{number} passage was written to {path}.</source>
            <translation>Se escribió {number} pasaje en {path}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="165" />
            <source>{number} passages were written to {path}.</source>
            <translation>Se escribieron {number} pasajes en {path}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="214" />
            <location filename="../../ui/features/authorities/dialogs.py" line="221" />
            <source>Versions</source>
            <translation>Versiones</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="222" />
            <source>Looking …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="223" />
            <source>Change before</source>
            <translation>Cambio anterior</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="224" />
            <source>Next change</source>
            <translation>Cambio siguiente</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="225" />
            <source>Set dates…</source>
            <translation>Fijar fechas…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="225" />
            <source>Open in the reader</source>
            <translation>Abrir en el lector</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="226" />
            <source>Close</source>
            <translation>Cerrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="232" />
            <location filename="../../ui/features/authorities/dialogs.py" line="233" />
            <source>Compared with</source>
            <translation>Comparada con</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="271" />
            <source>Versions of {authority}</source>
            <translation>Versiones de {authority}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="288" />
            <source>No other version</source>
            <translation>Ninguna otra versión</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="312" />
            <source>{count}: [struck through in brackets] was removed, underlined was added</source>
            <translation>{count}: [tachado entre corchetes] se quitó, subrayado se añadió</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="313" />
            <source>change</source>
            <translation>cambio</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="313" />
            <source>changes</source>
            <translation>cambios</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="315" />
            <source>The words of both versions are the same.</source>
            <translation>Las palabras de ambas versiones son las mismas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="329" />
            <source>{value} of {len}</source>
            <translation>{value} de {len}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="338" />
            <source>The library has no text of it any more.</source>
            <translation>La biblioteca ya no tiene el texto.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="339" />
            <source>Add the text, or search for it.</source>
            <translation>Añada el texto, o búsquelo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="368" />
            <source>removed “{removed}”</source>
            <translation>se quitó «{removed}»</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="369" />
            <source>added “{added}”</source>
            <translation>se añadió «{added}»</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/dialogs.py" line="384" />
            <source>Text of the version</source>
            <translation>Texto de la versión</translation>
        </message>
    </context>
    <context>
        <name>ui.features.authorities.forms</name>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="29" />
            <source>This is no date. Type it like 2015, March 2015, 3/15/2015 or March 15, 2015.</source>
            <translation>Esto no es una fecha. Escríbala como 2015, marzo de 2015, 3/15/2015 o 15 de marzo de 2015.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="30" />
            <source>Type the citation of the authority.</source>
            <translation>Escriba la cita de la autoridad.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="31" />
            <source>Choose the treatment of the authority.</source>
            <translation>Elija el tratamiento de la autoridad.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="33" />
            <source>As a whole</source>
            <translation>Por completo</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="34" />
            <source>In part</source>
            <translation>En parte</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="35" />
            <source>On other grounds</source>
            <translation>Por otros motivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="48" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="48" />
            <source>Save</source>
            <translation>Guardar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="75" />
            <source>Saving …</source>
            <translation>Guardando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="124" />
            <source>Which point is affected, or what still holds</source>
            <translation>Qué punto está afectado, o qué sigue vigente</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="125" />
            <source>State v. Carty, 170 N.J. 632 (2002)</source>
            <translation>State v. Carty, 170 N.J. 632 (2002)</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="126" />
            <source>The case, statute or directive that did it</source>
            <translation>El caso, la ley o la directiva que lo hizo</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="127" />
            <source>2015, March 2015 or March 15, 2015</source>
            <translation>2015, marzo de 2015 o 15 de marzo de 2015</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="128" />
            <source>Your name, so that colleagues can ask</source>
            <translation>Su nombre, para que los colegas puedan preguntar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="129" />
            <source>Choose …</source>
            <translation>Elija…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="131" />
            <source>Authority</source>
            <translation>Autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="132" />
            <source>Treatment</source>
            <translation>Tratamiento</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="133" />
            <source>Extent</source>
            <translation>Alcance</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="134" />
            <source>By</source>
            <translation>Por</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="135" />
            <source>Since</source>
            <translation>Desde</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="136" />
            <source>Note</source>
            <translation>Nota</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="137" />
            <source>Entered by</source>
            <translation>Añadida por</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="163" />
            <location filename="../../ui/features/authorities/forms.py" line="164" />
            <source>Confirm</source>
            <translation>Confirmar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="190" />
            <source>Counts from {day}.</source>
            <translation>Cuenta desde el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="224" />
            <source>When it is in force</source>
            <translation>Cuándo está en vigor</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="227" />
            <source>As read</source>
            <translation>Como se leyó</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="227" />
            <source>Count what was read from the text again</source>
            <translation>Contar de nuevo lo que se leyó del texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="230" />
            <source>From</source>
            <translation>Desde</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="230" />
            <source>To</source>
            <translation>Hasta</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/forms.py" line="233" />
            <source>7/1/2013, July 2013 or 2013</source>
            <translation>7/1/2013, julio de 2013 o 2013</translation>
        </message>
    </context>
    <context>
        <name>ui.features.authorities.good_law</name>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="37" />
            <source>Lists as CSV (*.csv);;All files (*)</source>
            <translation>Listas en CSV (*.csv);;Todos los archivos (*)</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="38" />
            <source>Our list of authorities.csv</source>
            <translation>Nuestra lista de autoridades.csv</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="39" />
            <source>What your office knows of authorities: overruled, limited, superseded, or still good. Passages that rely on a listed authority say so in results, in the reader and when they are copied.</source>
            <translation>Lo que su oficina sabe de las autoridades: revocadas, limitadas, sustituidas o aún vigentes. Los pasajes que se apoyan en una autoridad de la lista lo dicen en los resultados, en el lector y al copiarse.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="43" />
            <location filename="../../ui/features/authorities/good_law.py" line="333" />
            <source>line</source>
            <translation>línea</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="43" />
            <location filename="../../ui/features/authorities/good_law.py" line="333" />
            <source>lines</source>
            <translation>líneas</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="43" />
            <source>No line has these words.</source>
            <translation>Ninguna línea tiene estas palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="46" />
            <source>Your good-law list is empty.</source>
            <translation>Su lista de vigencia está vacía.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="47" />
            <source>Add an authority, import a CSV file, or look at what sentences of your library propose.</source>
            <translation>Añada una autoridad, importe un archivo CSV o vea lo que proponen frases de su biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="49" />
            <source>Sentences of your library that seem to say that an authority no longer holds. Read each in its document: it counts only when you confirm it.</source>
            <translation>Frases de su biblioteca que parecen decir que una autoridad ya no está vigente. Lea cada una en su documento: cuenta solo cuando usted la confirma.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="53" />
            <source>authority</source>
            <translation>autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="53" />
            <source>authorities</source>
            <translation>autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="53" />
            <source>No proposal has these words.</source>
            <translation>Ninguna propuesta tiene estas palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="56" />
            <source>No sentence waits for you.</source>
            <translation>Ninguna frase le espera.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="57" />
            <source>When a document says that an authority was overruled, superseded or limited, it is proposed here.</source>
            <translation>Cuando un documento dice que una autoridad fue revocada, sustituida o limitada, se propone aquí.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="59" />
            <source>Confirm…</source>
            <translation>Confirmar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="59" />
            <source>Dismiss</source>
            <translation>Descartar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="74" />
            <source>Narrow by authority, treatment or note</source>
            <translation>Filtrar por autoridad, tratamiento o nota</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="75" />
            <source>Narrow your good-law list</source>
            <translation>Filtrar su lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="76" />
            <source>Reading your good-law list …</source>
            <translation>Leyendo su lista de vigencia …</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="78" />
            <source>Add…</source>
            <translation>Añadir…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="78" />
            <source>Enter an authority on the list (Insert)</source>
            <translation>Añadir una autoridad a la lista (Ins)</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="79" />
            <source>Change…</source>
            <translation>Cambiar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="79" />
            <source>Change the chosen line (Enter)</source>
            <translation>Cambiar la línea elegida (Intro)</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="80" />
            <source>Remove…</source>
            <translation>Quitar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="80" />
            <source>Take the chosen lines off the list (Delete)</source>
            <translation>Quitar de la lista las líneas elegidas (Supr)</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="81" />
            <source>Import…</source>
            <translation>Importar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="81" />
            <source>Take in a CSV file, all of it or nothing</source>
            <translation>Incorporar un archivo CSV, entero o nada</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="82" />
            <source>Export…</source>
            <translation>Exportar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="82" />
            <source>Write the list as a CSV file</source>
            <translation>Escribir la lista como archivo CSV</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="137" />
            <source>Import a list</source>
            <translation>Importar una lista</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="148" />
            <source>Export the list</source>
            <translation>Exportar la lista</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="152" />
            <source>{number} line was written to {path}.</source>
            <translation>Se escribió {number} línea en {path}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="153" />
            <source>{number} lines were written to {path}.</source>
            <translation>Se escribieron {number} líneas en {path}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="165" />
            <source>Your good-law list</source>
            <translation>Su lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="189" />
            <source>Treatment</source>
            <translation>Tratamiento</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="189" />
            <source>Authority</source>
            <translation>Autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="189" />
            <source>By</source>
            <translation>Por</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="189" />
            <source>Since</source>
            <translation>Desde</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="189" />
            <source>Note</source>
            <translation>Nota</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="189" />
            <source>Entered</source>
            <translation>Añadida</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="217" />
            <source>To confirm</source>
            <translation>Por confirmar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="221" />
            <source>Narrow by authority, words or document</source>
            <translation>Filtrar por autoridad, palabras o documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="222" />
            <source>Narrow the list of proposals</source>
            <translation>Filtrar la lista de propuestas</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="224" />
            <source>Reading the proposals …</source>
            <translation>Leyendo las propuestas …</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="275" />
            <source>Enter opens the passage, Ctrl+Enter confirms, Delete dismisses.</source>
            <translation>Intro abre el pasaje, Ctrl+Intro confirma, Supr descarta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="294" />
            <source>{standing}?</source>
            <translation>¿{standing}?</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="297" />
            <source>and {number} more sentence</source>
            <translation>y {number} oración más</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="297" />
            <source>and {number} more sentences</source>
            <translation>y {number} oraciones más</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="318" />
            <source>Remove from your good-law list</source>
            <translation>Quitar de su lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="321" />
            <source>Take “{what}” off your good-law list?</source>
            <translation>¿Quitar «{what}» de su lista de vigencia?</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="322" />
            <source>Take these {number} lines off your good-law list?</source>
            <translation>¿Quitar estas {number} líneas de su lista de vigencia?</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="325" />
            <source>Passages that rely on it no longer say so. The documents themselves stay.</source>
            <translation>Los pasajes que se apoyan en ella dejarán de decirlo. Los documentos mismos se quedan.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="326" />
            <source>Remove</source>
            <translation>Quitar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="327" />
            <source>Keep</source>
            <translation>Conservar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="333" />
            <source>{count} added</source>
            <translation>{count} añadidas</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="334" />
            <source>{changed:,} changed</source>
            <translation>{changed:,} cambiadas</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="335" />
            <source>{unchanged:,} as before</source>
            <translation>{unchanged:,} como antes</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="336" />
            <source>The file was taken in: {join}.</source>
            <translation>El archivo se incorporó: {join}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="340" />
            <source>BriefBank made a mistake: these rows could not be read and were left out: {rows}.</source>
            <translation>BriefBank cometió un error: estas filas no se pudieron leer y se omitieron: {rows}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="354" />
            <source>{standing}, since {day}</source>
            <translation>{standing}, desde el {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="359" />
            <source>{standing} by {by}</source>
            <translation>{standing} por {by}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="366" />
            <source>Entered on {moment}</source>
            <translation>Añadida el {moment}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/good_law.py" line="367" />
            <source>Entered by {by} on {moment}</source>
            <translation>Añadida por {by} el {moment}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.authorities.page</name>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="45" />
            <source>No document of the library cites an authority yet.</source>
            <translation>Ningún documento de la biblioteca cita aún una autoridad.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="46" />
            <source>Drop briefs anywhere on this window to add them. What they cite is gathered as they are read.</source>
            <translation>Suelte escritos en cualquier parte de esta ventana para añadirlos. Lo que citan se recoge al leerlos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="73" />
            <source>Sentences of your library that wait for a decision</source>
            <translation>Frases de su biblioteca que esperan una decisión</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="75" />
            <source>Show</source>
            <translation>Mostrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="77" />
            <location filename="../../ui/features/authorities/page.py" line="88" />
            <location filename="../../ui/features/authorities/page.py" line="101" />
            <source>Authorities</source>
            <translation>Autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="77" />
            <source>Find an authority and see how it is cited</source>
            <translation>Busque una autoridad y vea cómo se cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="78" />
            <source>Your good-law list</source>
            <translation>Su lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="78" />
            <source>What your office says of authorities</source>
            <translation>Lo que dice su oficina de las autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="84" />
            <location filename="../../ui/features/authorities/page.py" line="85" />
            <source>Find an authority by name or citation</source>
            <translation>Buscar una autoridad por nombre o cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="95" />
            <source>Looking …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="194" />
            <source>Try one party’s name, or the citation.</source>
            <translation>Pruebe con el nombre de una parte, o con la cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="195" />
            <source>No authority has this name or citation.</source>
            <translation>Ninguna autoridad tiene este nombre o esta cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="309" />
            <source>The dates were saved. Searches count them from now on.</source>
            <translation>Las fechas se guardaron. Las búsquedas las tienen en cuenta desde ahora.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="334" />
            <source>Show: {text}</source>
            <translation>Mostrar: {text}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="340" />
            <source>Enter an authority</source>
            <translation>Añadir una autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="343" />
            <source>Change a line of the list</source>
            <translation>Cambiar una línea de la lista</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="348" />
            <source>Confirm a proposal</source>
            <translation>Confirmar una propuesta</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="354" />
            <source>Entered on your good-law list: {value}, {stands}.</source>
            <translation>Añadida a su lista de vigencia: {value}, {stands}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="361" />
            <source>{number} line was taken off your good-law list.</source>
            <translation>Se quitó {number} línea de su lista de vigencia.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="362" />
            <source>{number} lines were taken off your good-law list.</source>
            <translation>Se quitaron {number} líneas de su lista de vigencia.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="372" />
            <source>Not proposed again.</source>
            <translation>No se propondrá de nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="372" />
            <source>Bring it back</source>
            <translation>Recuperarla</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="386" />
            <source>It is proposed again.</source>
            <translation>Se propone de nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="414" />
            <source>Not cited in this library</source>
            <translation>No se cita en esta biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="417" />
            <source>Cited in {documents}</source>
            <translation>Citada en {documents}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="418" />
            <source>Cited in {documents}, last on {day}</source>
            <translation>Citada en {documents}, la última vez el {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="426" />
            <source>The {shown:,} most cited; type to find others</source>
            <translation>Las {shown:,} más citadas; escriba para encontrar otras</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="427" />
            <source>authority</source>
            <translation>autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="427" />
            <source>authorities</source>
            <translation>autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="428" />
            <source>{count} found</source>
            <translation>{count} encontradas</translation>
        </message>
        <message>
            <location filename="../../ui/features/authorities/page.py" line="428" />
            <source>{count}, most cited first</source>
            <translation>{count}, las más citadas primero</translation>
        </message>
    </context>
    <context>
        <name>ui.features.collections.page</name>
        <message>
            <location filename="../../ui/features/collections/page.py" line="54" />
            <source>Gather passages for a hearing or a brief.</source>
            <translation>Reúna pasajes para una audiencia o un escrito.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="55" />
            <source>Press Ctrl+D on a result, on an open passage or on selected text, and give the collection a name. It then stands here, with a note for each passage, and can be exported as one Word file.</source>
            <translation>Pulse Ctrl+D en un resultado, en un pasaje abierto o en texto seleccionado, y dé un nombre a la colección. Queda aquí, con una nota para cada pasaje, y se puede exportar como un solo archivo Word.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="62" />
            <source>Nothing is in this collection yet.</source>
            <translation>Aún no hay nada en esta colección.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="63" />
            <source>Press Ctrl+D on a result, on an open passage or on selected text to put it here.</source>
            <translation>Pulse Ctrl+D en un resultado, en un pasaje abierto o en texto seleccionado para ponerlo aquí.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="103" />
            <source>Reading your collections …</source>
            <translation>Leyendo sus colecciones …</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="110" />
            <source>Name of the collection</source>
            <translation>Nombre de la colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="112" />
            <location filename="../../ui/features/collections/page.py" line="114" />
            <source>Day of the hearing</source>
            <translation>Día de la audiencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="113" />
            <source>No day yet</source>
            <translation>Sin día todavía</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="117" />
            <location filename="../../ui/features/collections/page.py" line="346" />
            <source>New collection</source>
            <translation>Nueva colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="118" />
            <source>Delete…</source>
            <translation>Suprimir…</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="119" />
            <source>Share with the office…</source>
            <translation>Compartir con la oficina…</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="120" />
            <source>Stop sharing…</source>
            <translation>Dejar de compartir…</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="121" />
            <source>Copy to my collections</source>
            <translation>Copiar a mis colecciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="122" />
            <source>Export as Word file…</source>
            <translation>Exportar como Word…</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="124" />
            <location filename="../../ui/features/collections/page.py" line="138" />
            <source>Collections</source>
            <translation>Colecciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="125" />
            <source>Passages of the collection</source>
            <translation>Pasajes de la colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="129" />
            <source>Move up</source>
            <translation>Subir</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="130" />
            <source>Move down</source>
            <translation>Bajar</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="131" />
            <source>Remove</source>
            <translation>Quitar</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="131" />
            <location filename="../../ui/features/collections/page.py" line="362" />
            <source>Delete</source>
            <translation>Suprimir</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="322" />
            <source>Type the day with its year, as in December 4, 2026 or 12/4/2026.</source>
            <translation>Escriba el día con su año, como 4 de diciembre de 2026 o 12/4/2026.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="359" />
            <source>Delete the collection</source>
            <translation>Suprimir la colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="360" />
            <source>Delete “{name}”?</source>
            <translation>¿Suprimir «{name}»?</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="361" />
            <source>Your notes in it are deleted too. The documents stay in the library.</source>
            <translation>También se suprimen sus notas en ella. Los documentos se quedan en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="363" />
            <location filename="../../ui/features/collections/page.py" line="475" />
            <source>Keep it</source>
            <translation>Conservar</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="389" />
            <source>The passage was removed from the collection.</source>
            <translation>El pasaje se quitó de la colección.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="389" />
            <source>Undo</source>
            <translation>Deshacer</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="436" />
            <source>Everybody who may search the office’s library can then read its name, its passages and your notes, as they are now. Later changes are yours alone until you share it again.</source>
            <translation>Todos los que pueden buscar en la biblioteca de la oficina podrán leer su nombre, sus pasajes y sus notas, tal como están ahora. Los cambios posteriores quedan solo con usted hasta que la comparta de nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="442" />
            <source>It takes the place of what you shared under this name before.</source>
            <translation>Reemplaza lo que usted compartió antes con este nombre.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="443" />
            <source>Share with the office</source>
            <translation>Compartir con la oficina</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="443" />
            <source>Share</source>
            <translation>Compartir</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="443" />
            <source>Not now</source>
            <translation>Ahora no</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="444" />
            <source>Share “{name}” with the office?</source>
            <translation>¿Compartir «{name}» con la oficina?</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="451" />
            <source>“{name}” is shared with the office.</source>
            <translation>«{name}» se comparte con la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="453" />
            <source>{number} passage was left out, because its document is not in the office’s library.</source>
            <translation>Se omitió {number} pasaje, porque su documento no está en la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="454" />
            <source>{number} passages were left out, because their documents are not in the office’s library.</source>
            <translation>Se omitieron {number} pasajes, porque sus documentos no están en la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="471" />
            <location filename="../../ui/features/collections/page.py" line="474" />
            <source>Stop sharing</source>
            <translation>Dejar de compartir</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="472" />
            <source>Stop sharing “{name}”?</source>
            <translation>¿Dejar de compartir «{name}»?</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="473" />
            <source>Colleagues do not find it here any more. Copies that they made of it stay theirs.</source>
            <translation>Sus colegas ya no la encontrarán aquí. Las copias que hayan hecho de ella siguen siendo suyas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="479" />
            <source>The collection is not shared any more.</source>
            <translation>La colección ya no se comparte.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="489" />
            <source>“{name}” was copied to your collections.</source>
            <translation>«{name}» se copió a sus colecciones.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="512" />
            <source>Added to “{name}”.</source>
            <translation>Añadido a «{name}».</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/page.py" line="512" />
            <source>This is in “{name}” already.</source>
            <translation>Esto ya está en «{name}».</translation>
        </message>
    </context>
    <context>
        <name>ui.features.collections.parts</name>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="59" />
            <source>Shared by {person}, {day}</source>
            <translation>Compartida por {person}, {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="70" />
            <source>Your collections</source>
            <translation>Sus colecciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="71" />
            <source>Shared with the office</source>
            <translation>Compartidas con la oficina</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="78" />
            <source>Hearing {day}</source>
            <translation>Audiencia: {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="82" />
            <source>Without a name</source>
            <translation>Sin nombre</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="88" />
            <source>Note: {note}</source>
            <translation>Nota: {note}</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="90" />
            <source>This passage’s document is not in the library now</source>
            <translation>El documento de este pasaje no está ahora en la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="91" />
            <source>It stood on file page {number}.</source>
            <translation>Estaba en la página {number} del archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="96" />
            <source>The document was read again since: this is what stands on that page now.</source>
            <translation>El documento se leyó de nuevo desde entonces: esto es lo que hay ahora en esa página.</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="134" />
            <source>Note on the chosen passage</source>
            <translation>Nota sobre el pasaje elegido</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="151" />
            <source>Why this passage helps, what to say about it</source>
            <translation>Por qué ayuda este pasaje, qué decir de él</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="152" />
            <source>No note</source>
            <translation>Sin nota</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="178" />
            <location filename="../../ui/features/collections/parts.py" line="189" />
            <source>Put into a collection</source>
            <translation>Poner en una colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="180" />
            <source>Collections</source>
            <translation>Colecciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="182" />
            <source>Collection, or the name of a new one</source>
            <translation>Colección, o el nombre de una nueva</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="184" />
            <source>Choose, or type a new name</source>
            <translation>Elija, o escriba un nombre nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="186" />
            <source>Name it, as in: For the hearing on Friday</source>
            <translation>Póngale nombre, por ejemplo: Para la audiencia del viernes</translation>
        </message>
        <message>
            <location filename="../../ui/features/collections/parts.py" line="215" />
            <source>Make “{name}”</source>
            <translation>Crear «{name}»</translation>
        </message>
    </context>
    <context>
        <name>ui.features.draft.page</name>
        <message>
            <location filename="../../ui/features/draft/page.py" line="43" />
            <source>Nothing of the draft is kept.</source>
            <translation>No se conserva nada del borrador.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="44" />
            <source>See what your office argued on the same points, which authorities the draft does not cite or should not rely on any more, and which quotations and citations are wrong.</source>
            <translation>Vea qué ha argumentado su oficina sobre los mismos puntos, qué autoridades el borrador no cita o en cuáles ya no debería apoyarse, y qué citas textuales y referencias son incorrectas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="48" />
            <source>Drafts (*.pdf *.docx *.doc *.wpd *.rtf *.odt *.html *.htm *.txt);;All files (*)</source>
            <translation>Borradores (*.pdf *.docx *.doc *.wpd *.rtf *.odt *.html *.htm *.txt);;Todos los archivos (*)</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="49" />
            <source>Drop a PDF or Word file here. Text and HTML files can be checked too.</source>
            <translation>Suelte aquí un archivo PDF o Word. También se pueden revisar archivos de texto y HTML.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="51" />
            <source>Drop to check this draft</source>
            <translation>Suelte para revisar este borrador</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="52" />
            <source>Nothing of the draft is kept. It is not added to the library.</source>
            <translation>No se conserva nada del borrador. No se añade a la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="54" />
            <source>One draft is checked at a time. Drop a single file.</source>
            <translation>Se revisa un borrador a la vez. Suelte un solo archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="55" />
            <source>The check was stopped. Nothing of the draft was kept.</source>
            <translation>La revisión se detuvo. No se conservó nada del borrador.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="56" />
            <source>There is no text to check. Paste a part of your draft into the box, or choose its file.</source>
            <translation>No hay texto que revisar. Pegue una parte de su borrador en el cuadro o elija su archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="57" />
            <source>The check of your draft is ready. Ctrl+4 shows it.</source>
            <translation>La revisión de su borrador está lista. Ctrl+4 la muestra.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="58" />
            <source>getting ready</source>
            <translation>preparación</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="59" />
            <source>Say what was said or done, and what must be decided of it. The statutes, rules and directives of your library are searched.</source>
            <translation>Diga qué se dijo o se hizo y qué hay que decidir sobre ello. Se busca en las leyes, reglas y directivas de su biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="63" />
            <source>Type a statement first.</source>
            <translation>Escriba primero los hechos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="64" />
            <source>Put first by a rule</source>
            <translation>Puesta primero por una regla</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="64" />
            <source>Put first by the model for comparing texts</source>
            <translation>Puesta primero por el modelo que compara textos</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="78" />
            <source>Clear</source>
            <translation>Vaciar</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="78" />
            <source>Forget the draft and all that was found</source>
            <translation>Olvidar el borrador y todo lo encontrado</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="79" />
            <source>Choose a file…</source>
            <translation>Elegir un archivo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="81" />
            <source>Paste a paragraph or more of your draft here</source>
            <translation>Pegue aquí un párrafo o más de su borrador</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="82" />
            <source>Text of your draft</source>
            <translation>Texto de su borrador</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="90" />
            <source>Check this text</source>
            <translation>Revisar este texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="92" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="106" />
            <source>Draft check</source>
            <translation>Revisar borrador</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="110" />
            <source>A file</source>
            <translation>Un archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="112" />
            <source>A part of it</source>
            <translation>Una parte de él</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="117" />
            <source>Progress of the check</source>
            <translation>Avance de la revisión</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="140" />
            <source>Check a draft</source>
            <translation>Revisar un borrador</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="179" />
            <source>Checking “{name}”</source>
            <translation>Revisando «{name}»</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="179" />
            <source>Checking the pasted text</source>
            <translation>Revisando el texto pegado</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="250" />
            <source>This is a folder.</source>
            <translation>Esto es una carpeta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="251" />
            <source>Drop or choose the file of the draft itself.</source>
            <translation>Suelte o elija el archivo del borrador mismo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="258" />
            <source>Passages were compared by their words alone. {error}</source>
            <translation>Los pasajes se compararon solo por sus palabras. {error}</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="270" />
            <source>{stage}, {at:,} of {total:,} …</source>
            <translation>{stage}, {at:,} de {total:,} …</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="276" />
            <source>word</source>
            <translation>palabra</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="276" />
            <source>words</source>
            <translation>palabras</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="278" />
            <source>{count} cited</source>
            <translation>{count} citadas</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="278" />
            <source>authority</source>
            <translation>autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="278" />
            <source>authorities</source>
            <translation>autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="300" />
            <source>Find the governing provision</source>
            <translation>Buscar la disposición aplicable</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="302" />
            <source>The will was signed by the testator and one witness.</source>
            <translation>El testamento fue firmado por el testador y un testigo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="303" />
            <source>Is a will valid that only one witness signed?</source>
            <translation>¿Es válido un testamento que firmó un solo testigo?</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="304" />
            <source>Find</source>
            <translation>Buscar</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="309" />
            <source>Words of the provision</source>
            <translation>Palabras de la disposición</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="316" />
            <source>Open in the reader</source>
            <translation>Abrir en el lector</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="316" />
            <source>Copy with citation</source>
            <translation>Copiar con cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="317" />
            <source>Provisions that may govern, the likeliest first</source>
            <translation>Disposiciones que pueden regir, la más probable primero</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="318" />
            <source>Close</source>
            <translation>Cerrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="321" />
            <source>Nothing was asked yet.</source>
            <translation>Aún no se preguntó nada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="325" />
            <source>Statement</source>
            <translation>Hechos</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="325" />
            <source>Condition</source>
            <translation>Condición</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="356" />
            <source>Looking …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="364" />
            <source>The search was stopped.</source>
            <translation>La búsqueda se detuvo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="364" />
            <source>Press Find to look again.</source>
            <translation>Pulse Buscar para intentarlo otra vez.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="380" />
            <source>No provision was found.</source>
            <translation>No se encontró ninguna disposición.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="406" />
            <source>The provision was copied with its citation.</source>
            <translation>La disposición se copió con su cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="429" />
            <source>{share:.0f} % of the first</source>
            <translation>{share:.0f} % de la primera</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="440" />
            <source>Put first</source>
            <translation>Puesta primero</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="441" />
            <source>provision</source>
            <translation>disposición</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="441" />
            <source>provisions</source>
            <translation>disposiciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/page.py" line="443" />
            <source>{who} among {count}. {reason}</source>
            <translation>{who} entre {count}. {reason}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.draft.report</name>
        <message>
            <location filename="../../ui/features/draft/report.py" line="32" />
            <source>[Struck through in brackets] is in the source and not in the draft, underlined in the draft and not in the source. Punctuation, capitals and omissions that are shown are not counted.</source>
            <translation>[Tachado entre corchetes] está en la fuente y no en el borrador; subrayado, en el borrador y no en la fuente. No cuentan la puntuación, las mayúsculas ni las omisiones señaladas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="39" />
            <source>Nothing found.</source>
            <translation>No se encontró nada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="40" />
            <source>Nothing was compared.</source>
            <translation>No se comparó nada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="41" />
            <source>Not everything was compared.</source>
            <translation>No se comparó todo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="42" />
            <source>The draft cites no authority that BriefBank knows by its form.</source>
            <translation>El borrador no cita ninguna autoridad que BriefBank conozca por su forma.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="81" />
            <source>Parts of the report</source>
            <translation>Partes del informe</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="85" />
            <source>Findings</source>
            <translation>Resultados de la comprobación</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="130" />
            <source>Nothing to report.</source>
            <translation>Nada que señalar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="154" />
            <source>What your office argued</source>
            <translation>Lo que sostuvo su oficina</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="157" />
            <source>The sections of the draft. Each has the passages of your office that argued the same.</source>
            <translation>Las secciones del borrador. Cada una tiene los pasajes de su oficina que sostuvieron lo mismo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="158" />
            <source>No part of the draft was compared with what your office argued.</source>
            <translation>Ninguna parte del borrador se comparó con lo que sostuvo su oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="172" />
            <source>nothing like it</source>
            <translation>nada parecido</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="185" />
            <source>Without a heading</source>
            <translation>Sin encabezado</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="188" />
            <source>Passages of your office that argued the same, best first. Ctrl+C copies one with its citation.</source>
            <translation>Pasajes de su oficina que sostuvieron lo mismo, el mejor primero. Ctrl+C copia uno con su cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="189" />
            <source>Your library has nothing like this section.</source>
            <translation>Su biblioteca no tiene nada parecido a esta sección.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="197" />
            <source>Your good-law list speaks against nothing that the draft cites.</source>
            <translation>Su lista de vigencia no habla en contra de nada de lo que cita el borrador.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="201" />
            <source>Your good-law list is empty.</source>
            <translation>Su lista de vigencia está vacía.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="205" />
            <source>No longer good law</source>
            <translation>Ya no es derecho vigente</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="208" />
            <source>The draft relies on these, and your good-law list speaks against them. Open one for its page.</source>
            <translation>El borrador se apoya en estas, y su lista de vigencia habla en contra de ellas. Abra una para ver su página.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="219" />
            <source>Cited in the pasted text</source>
            <translation>Citada en el texto pegado</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="219" />
            <source>Cited on {pages}</source>
            <translation>Citada en {pages}</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="229" />
            <source>The draft cites what your office cites on the same points.</source>
            <translation>El borrador cita lo que su oficina cita sobre los mismos puntos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="231" />
            <source>Your library has nothing that argues the same.</source>
            <translation>Su biblioteca no tiene nada que argumente lo mismo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="235" />
            <source>Authorities not cited</source>
            <translation>Autoridades no citadas</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="238" />
            <source>Your office cites these where it argued the same. Open one to read how.</source>
            <translation>Su oficina cita estas donde sostuvo lo mismo. Abra una para leer cómo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="250" />
            <source>Cited in {number} passage that argues the same</source>
            <translation>Citada en {number} pasaje que sostiene lo mismo</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="251" />
            <source>Cited in {number} of the passages that argue the same</source>
            <translation>Citada en {number} de los pasajes que sostienen lo mismo</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="255" />
            <source>{cited}, for “{heading}”</source>
            <translation>{cited}, para «{heading}»</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="256" />
            <source>As in {citation}</source>
            <translation>Como en {citation}</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="273" />
            <source>Quotations</source>
            <translation>Citas textuales</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="277" />
            <source>The draft quotes nothing with at least five words.</source>
            <translation>El borrador no cita textualmente nada de al menos cinco palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="287" />
            <source>[left out: {}]</source>
            <translation>[omitido: {}]</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="287" />
            <source>[not in the source: {}]</source>
            <translation>[no está en la fuente: {}]</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="289" />
            <source>Source not named</source>
            <translation>Fuente sin nombrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="338" />
            <source>Malformed citations</source>
            <translation>Citas mal formadas</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="341" />
            <source>These cannot be right as they are written in the draft.</source>
            <translation>Estas no pueden ser correctas tal como están escritas en el borrador.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="342" />
            <source>Every citation of the draft has a form that BriefBank knows.</source>
            <translation>Cada cita del borrador tiene una forma que BriefBank conoce.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="345" />
            <source>Conflicting citations</source>
            <translation>Citas contradictorias</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="348" />
            <source>Your library knows these cases under another citation. Open one to read it there.</source>
            <translation>Su biblioteca conoce estos casos con otra cita. Abra uno para leerlo allí.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="349" />
            <source>Your library knows no case of the draft under another citation.</source>
            <translation>Su biblioteca no conoce ningún caso del borrador con otra cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="369" />
            <source>another document</source>
            <translation>otro documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="371" />
            <source>These words were not found in the library’s text of it, {title}</source>
            <translation>Estas palabras no se encontraron en el texto que la biblioteca tiene de ella, {title}</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="373" />
            <source>Not compared: the library has no text of this source</source>
            <translation>No comparada: la biblioteca no tiene ningún texto de esta fuente</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="375" />
            <source>Not compared: the draft names no source that BriefBank knows by its form</source>
            <translation>No comparada: el borrador no nombra ninguna fuente que BriefBank conozca por su forma</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="377" />
            <source>Found by its words in {title}; the library has no text under the source that the draft names</source>
            <translation>Hallada por sus palabras en {title}; la biblioteca no tiene ningún texto con la fuente que nombra el borrador</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="381" />
            <source>Compared with the library’s text of it, {title}</source>
            <translation>Comparado con el texto que la biblioteca tiene de ella, {title}</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="382" />
            <source>Compared with what {title} quotes from it; the library does not have the source</source>
            <translation>Comparado con lo que {title} transcribe de ella; la biblioteca no tiene la fuente</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="400" />
            <source>{number} of {total} quotations was not compared.</source>
            <translation>{number} de {total} citas textuales no se comparó.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="401" />
            <source>{number} of {total} quotations were not compared.</source>
            <translation>{number} de {total} citas textuales no se compararon.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="411" />
            <source>{number} quotation is as in the library’s text.</source>
            <translation>{number} cita textual es igual al texto de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="412" />
            <source>{number} quotations are as in the library’s text.</source>
            <translation>{number} citas textuales son iguales al texto de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="414" />
            <source>{number} quotes the record, which is not compared.</source>
            <translation>{number} cita el expediente, que no se compara.</translation>
        </message>
        <message>
            <location filename="../../ui/features/draft/report.py" line="415" />
            <source>{number} quote the record, which is not compared.</source>
            <translation>{number} citan el expediente, que no se compara.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.help.first_steps</name>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="37" />
            <source>Copies are made of the files that you add. Your own stay where they are and as they are.</source>
            <translation>De los archivos que añade se hacen copias. Los suyos se quedan donde están y como están.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="38" />
            <source>Nothing leaves this computer. BriefBank opens no network connection.</source>
            <translation>Nada sale de este equipo. BriefBank no abre ninguna conexión de red.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="39" />
            <source>Text is read page by page. The text of scans is recognised; that takes some seconds a page.</source>
            <translation>El texto se lee página por página. El de los escaneos se reconoce; eso tarda unos segundos por página.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="40" />
            <source>Two indexes are made, one of words and one of meaning. The library takes as much room as your files, twice that for scans, and a little more for the indexes.</source>
            <translation>Se hacen dos índices, uno de palabras y otro de significado. La biblioteca ocupa tanto como sus archivos, el doble en el caso de los escaneos, y un poco más por los índices.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="45" />
            <source>If your office has one library for all its desks, whoever looks after its server gives you an invitation file. Without one this computer works alone.</source>
            <translation>Si su oficina tiene una sola biblioteca para todos los puestos, quien cuida el servidor le da un archivo de invitación. Sin él, este equipo trabaja solo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="49" />
            <source>Pictures of scanned pages go to your office’s server for text recognition at {address}. Nothing else leaves this computer.</source>
            <translation>Las imágenes de las páginas escaneadas van al servidor de reconocimiento de texto de su oficina en {address}. Nada más sale de este equipo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="54" />
            <source>{program} copies this folder to other computers. Choose a folder that stays on this one, so that no brief leaves it.</source>
            <translation>{program} copia esta carpeta a otros equipos. Elija una carpeta que se quede en este, para que ningún escrito salga de él.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="58" />
            <source>This folder is on another computer. BriefBank would be slow, and stop when the connection does; a disk of this computer is better.</source>
            <translation>Esta carpeta está en otro equipo. BriefBank sería lento, y se pararía al cortarse la conexión; es mejor un disco de este equipo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="63" />
            <source>There is little room on this disk. A library of scanned briefs soon needs more; choose another disk.</source>
            <translation>Queda poco espacio en este disco. Una biblioteca de escritos escaneados pronto necesita más; elija otro disco.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="81" />
            <source>First steps</source>
            <translation>Primeros pasos</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="83" />
            <source>1  Where they are kept</source>
            <translation>1  Dónde se guardan</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="84" />
            <source>2  What happens</source>
            <translation>2  Qué ocurre</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="85" />
            <source>3  Your first briefs</source>
            <translation>3  Sus primeros escritos</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="88" />
            <source>Back</source>
            <translation>Atrás</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="89" />
            <location filename="../../ui/features/help/first_steps.py" line="211" />
            <source>Skip these steps</source>
            <translation>Omitir estos pasos</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="90" />
            <location filename="../../ui/features/help/first_steps.py" line="213" />
            <source>Continue</source>
            <translation>Continuar</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="113" />
            <location filename="../../ui/features/help/first_steps.py" line="137" />
            <source>Looking …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="114" />
            <source>Choose another folder…</source>
            <translation>Elegir otra carpeta…</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="116" />
            <source>Join your office…</source>
            <translation>Unirse a su oficina…</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="123" />
            <source>Where your briefs are kept</source>
            <translation>Dónde se guardan sus escritos</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="124" />
            <source>BriefBank keeps its copies in one folder, the library. Only you can open it.</source>
            <translation>BriefBank guarda sus copias en una sola carpeta, la biblioteca. Solo usted puede abrirla.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="140" />
            <source>Look again</source>
            <translation>Mirar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="144" />
            <source>What happens on this computer</source>
            <translation>Qué ocurre en este equipo</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="145" />
            <source>All of it happens here, while you go on working.</source>
            <translation>Todo ocurre aquí, mientras usted sigue trabajando.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="148" />
            <source>Is everything there?</source>
            <translation>¿Está todo?</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="154" />
            <source>Add files…</source>
            <translation>Añadir archivos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="155" />
            <source>Add a folder…</source>
            <translation>Añadir carpeta…</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="156" />
            <source>Try it with the sample library</source>
            <translation>Probar con la biblioteca de muestra</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="157" />
            <source>Eight made-up briefs stand in a library of their own. You can leave it at any time.</source>
            <translation>Ocho escritos inventados forman una biblioteca aparte. Puede salir de ella en cualquier momento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="160" />
            <source>No brief at hand?</source>
            <translation>¿No tiene un escrito a mano?</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="172" />
            <source>Your first briefs</source>
            <translation>Sus primeros escritos</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="173" />
            <source>Drop files or folders anywhere on this window: PDF, Word of any year, WordPerfect, text, web pages, mails and scans. What is read first can be searched first.</source>
            <translation>Suelte archivos o carpetas en cualquier parte de esta ventana: PDF, Word de cualquier año, WordPerfect, texto, páginas web, correos e imágenes escaneadas. Lo que se lee primero se puede buscar primero.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="211" />
            <source>Close</source>
            <translation>Cerrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="213" />
            <source>Done</source>
            <translation>Listo</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="254" />
            <source>{size} are free on this disk.</source>
            <translation>Hay {size} libres en este disco.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="258" />
            <location filename="../../ui/features/help/first_steps.py" line="275" />
            <source>Choose a folder for the library</source>
            <translation>Elegir una carpeta para la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="276" />
            <source>Keep the library in {folder}?</source>
            <translation>¿Guardar la biblioteca en {folder}?</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="278" />
            <source>Use this folder</source>
            <translation>Usar esta carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="279" />
            <source>Keep the one before</source>
            <translation>Conservar la anterior</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="311" />
            <source>Text recognition is there: scans can be searched.</source>
            <translation>El reconocimiento de texto está listo: se puede buscar en los escaneos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="312" />
            <source>Search by meaning is there: passages are found that say the same in other words.</source>
            <translation>La búsqueda por significado está lista: se encuentran pasajes que dicen lo mismo con otras palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="314" />
            <location filename="../../ui/features/help/first_steps.py" line="315" />
            <source>Missing</source>
            <translation>Falta</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="316" />
            <source>To be looked at</source>
            <translation>Por revisar</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/first_steps.py" line="321" />
            <source>Ready</source>
            <translation>Listo</translation>
        </message>
    </context>
    <context>
        <name>ui.features.help.guide</name>
        <message>
            <location filename="../../ui/features/help/guide.py" line="50" />
            <source>This page of the guide cannot be read. Install BriefBank again to get it back; your library is not touched by that.</source>
            <translation>Esta página de la guía no se puede leer. Instale BriefBank de nuevo para recuperarla; eso no toca su biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/guide.py" line="108" />
            <source>Page of the guide</source>
            <translation>Página de la guía</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/guide.py" line="201" />
            <source>BriefBank guide</source>
            <translation>Guía de BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/guide.py" line="205" />
            <source>Contents of the guide</source>
            <translation>Contenido de la guía</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/guide.py" line="208" />
            <source>Back</source>
            <translation>Atrás</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/guide.py" line="208" />
            <source>Back to the page before (Alt+Left)</source>
            <translation>Volver a la página anterior (Alt+Flecha izquierda)</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/guide.py" line="211" />
            <location filename="../../ui/features/help/guide.py" line="212" />
            <source>Find in this page</source>
            <translation>Buscar en esta página</translation>
        </message>
        <message>
            <location filename="../../ui/features/help/guide.py" line="289" />
            <source>Not on this page.</source>
            <translation>No está en esta página.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.adding</name>
        <message>
            <location filename="../../ui/features/library/adding.py" line="59" />
            <source>No document, mail or scan that BriefBank reads was found in what you dropped.</source>
            <translation>En lo que soltó no se encontró ningún documento, correo ni imagen escaneada que BriefBank lea.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="60" />
            <source>Looking through what you dropped …</source>
            <translation>Examinando lo que soltó …</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="61" />
            <source>Adding files is paused. The files wait, also when BriefBank is closed, until you choose Resume.</source>
            <translation>La adición de archivos está en pausa. Los archivos esperan, también con BriefBank cerrado, hasta que elija Reanudar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="124" />
            <source>Files finished</source>
            <translation>Archivos terminados</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="127" />
            <location filename="../../ui/features/library/adding.py" line="525" />
            <source>Pause</source>
            <translation>Pausar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="127" />
            <source>Let the files wait until you choose Resume (Ctrl+Shift+A)</source>
            <translation>Dejar que los archivos esperen hasta que elija Reanudar (Ctrl+Mayús+A)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="129" />
            <source>Cancel all…</source>
            <translation>Cancelar todo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="129" />
            <source>Do not add any of the files that wait</source>
            <translation>No añadir ninguno de los archivos en espera</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="177" />
            <source>{files} from before. BriefBank goes on with them.</source>
            <translation>{files} desde antes. BriefBank continúa.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="225" />
            <source>The text is being recognised again. The pages are shown anew when it is done.</source>
            <translation>El texto se está reconociendo de nuevo. Al terminar se muestran las páginas otra vez.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="235" />
            <source>new file</source>
            <translation>archivo nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="235" />
            <source>new files</source>
            <translation>archivos nuevos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="236" />
            <source>{files} in a watched folder.</source>
            <translation>{files} en una carpeta vigilada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="525" />
            <location filename="../../ui/features/library/adding.py" line="554" />
            <source>Resume</source>
            <translation>Reanudar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="527" />
            <source>Resume adding files</source>
            <translation>Reanudar la adición de archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="527" />
            <source>Pause adding files</source>
            <translation>Pausar la adición de archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="552" />
            <source>Try again</source>
            <translation>Intentar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="560" />
            <source>{number} waits</source>
            <translation>{number} espera</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="560" />
            <source>{number} wait</source>
            <translation>{number} esperan</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="561" />
            <source>{number} needs its password</source>
            <translation>{number} necesita su contraseña</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="561" />
            <source>{number} need their password</source>
            <translation>{number} necesitan su contraseña</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="563" />
            <source>Show the files</source>
            <translation>Mostrar los archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="564" />
            <source>{number} refused</source>
            <translation>{number} no admitidos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="566" />
            <source>{number} to check</source>
            <translation>{number} por comprobar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="576" />
            <source>Pausing after the current step …</source>
            <translation>Pausando después del paso en curso …</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="578" />
            <source>Paused. {files}; Resume goes on with them.</source>
            <translation>En pausa. {files}; elija Reanudar para seguir.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="580" />
            <source>{files} until the library is free.</source>
            <translation>{files} hasta que la biblioteca quede libre.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="582" />
            <source>{files}. Nothing is lost.</source>
            <translation>{files}. No se pierde nada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="590" />
            <source>{done:,} of {files} finished</source>
            <translation>Terminados {done:,} de {files}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="593" />
            <source>{pages}, {speed:,} a minute</source>
            <translation>{pages}, {speed:,} por minuto</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="604" />
            <source>left out</source>
            <translation>omitidos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="604" />
            <source>not added</source>
            <translation>sin añadir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="612" />
            <source>{words} of {files} files can be searched by words, {meaning} by meaning.</source>
            <translation>{words} de {files} archivos se pueden buscar por palabras, {meaning} por significado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="615" />
            <source>{words} of {files} files can be searched by words, {meaning} by meaning; newest first, down to {month} {year}.</source>
            <translation>{words} de {files} archivos se pueden buscar por palabras, {meaning} por significado; primero los más recientes, hasta {month} de {year}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="633" />
            <source>Cancel all</source>
            <translation>Cancelar todo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="634" />
            <source>Do not add the {files} that are not finished?</source>
            <translation>¿Dejar de añadir {files} sin terminar?</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="635" />
            <source>What was added before stays in the library. The files themselves stay where they are, and you can add them again at any time.</source>
            <translation>Lo añadido antes se queda en la biblioteca. Los archivos mismos se quedan donde están, y puede añadirlos de nuevo en cualquier momento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="639" />
            <source>Do not add them</source>
            <translation>No añadirlos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/adding.py" line="640" />
            <source>Go on</source>
            <translation>Seguir</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.background</name>
        <message>
            <location filename="../../ui/features/library/background.py" line="106" />
            <source>Preparing search by meaning: {done:,} of {total:,}</source>
            <translation>Preparando la búsqueda por significado: {done:,} de {total:,}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="115" />
            <source>All passages can be found by meaning now.</source>
            <translation>Ya se pueden encontrar todos los pasajes por su significado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="226" />
            <source>Folders to be watched:</source>
            <translation>Carpetas que se vigilarían:</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="227" />
            <source>Files to be added:</source>
            <translation>Archivos que se añadirían:</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="229" />
            <source>BriefBank reads none of them before you agree. If you do not know them, leave them unread. You are asked again at the next start.</source>
            <translation>BriefBank no lee ninguno antes de que usted lo acepte. Si no los conoce, déjelos sin leer. Se le preguntará de nuevo en el próximo inicio.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="235" />
            <source>Read what this library names?</source>
            <translation>¿Leer lo que nombra esta biblioteca?</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="236" />
            <source>This library was made on another computer or comes from a backup. It names files of this one.</source>
            <translation>Esta biblioteca se creó en otro equipo o procede de una copia de seguridad. Nombra archivos de este.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="238" />
            <source>Read them</source>
            <translation>Leerlos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="239" />
            <source>Leave them unread</source>
            <translation>Dejarlos sin leer</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="247" />
            <source>and {count} more</source>
            <translation>y {count} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="305" />
            <source>{number} file was added</source>
            <translation>Se añadió {number} archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="305" />
            <source>{number} files were added</source>
            <translation>Se añadieron {number} archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="307" />
            <source>{number} was refused</source>
            <translation>{number} no se admitió</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/background.py" line="307" />
            <source>{number} were refused</source>
            <translation>{number} no se admitieron</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.beside</name>
        <message>
            <location filename="../../ui/features/library/beside.py" line="38" />
            <source>Folders</source>
            <translation>Carpetas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="56" />
            <location filename="../../ui/features/library/beside.py" line="62" />
            <source>All folders</source>
            <translation>Todas las carpetas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="147" />
            <source>Preview</source>
            <translation>Vista previa</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="158" />
            <source>{number} documents selected</source>
            <translation>{number} documentos seleccionados</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="168" />
            <source>Filed</source>
            <translation>Presentado</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="169" />
            <source>Docket</source>
            <translation>Expediente</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="170" />
            <source>Court</source>
            <translation>Tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="171" />
            <source>Kind</source>
            <translation>Clase</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="172" />
            <source>Side</source>
            <translation>Parte</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="173" />
            <source>Pages</source>
            <translation>Páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="174" />
            <source>File name</source>
            <translation>Nombre del archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="175" />
            <source>Folder</source>
            <translation>Carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/beside.py" line="176" />
            <source>Added</source>
            <translation>En la biblioteca</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.changes</name>
        <message>
            <location filename="../../ui/features/library/changes.py" line="42" />
            <source>Removing was stopped. The list shows what is still in the library.</source>
            <translation>Se detuvo la retirada. La lista muestra lo que sigue en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="73" />
            <source>Remove {number} documents from the library?</source>
            <translation>¿Retirar {number} documentos de la biblioteca?</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="74" />
            <source>{number} documents were removed from the library.</source>
            <translation>Se retiraron {number} documentos de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="77" />
            <source>Remove “{title}” from the library?</source>
            <translation>¿Quitar «{title}» de la biblioteca?</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="78" />
            <source>“{title}” was removed from the library.</source>
            <translation>«{title}» se quitó de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="81" />
            <source>Remove from the library</source>
            <translation>Quitar de la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="84" />
            <source>Remove {number}</source>
            <translation>Retirar {number}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="84" />
            <source>Remove</source>
            <translation>Quitar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="85" />
            <source>Keep them</source>
            <translation>Conservarlas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="85" />
            <source>Keep it</source>
            <translation>Conservar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="95" />
            <source>Removing</source>
            <translation>Retirando</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="95" />
            <source>Removing …</source>
            <translation>Retirando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="101" />
            <source>This cannot be undone. The library’s copies and their words are deleted from this disk. The files that you added stay where they are.</source>
            <translation>Esto no se puede deshacer. Las copias de la biblioteca y sus palabras se borran de este disco. Los archivos que usted añadió quedan donde están.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="105" />
            <source>Copies of backups, and files that were exported, stay; delete them where you keep them.</source>
            <translation>Quedan las copias de las copias de seguridad y los archivos exportados; elimínelos donde los guarde.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="107" />
            <source>BriefBank knows of no backup with a copy.</source>
            <translation>BriefBank no conoce ninguna copia de seguridad que lo contenga.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="108" />
            <source>These backups hold copies, unless they were deleted since:</source>
            <translation>Estas copias de seguridad lo contienen, salvo que se hayan eliminado desde entonces:</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="111" />
            <source>and {count:,} more</source>
            <translation>y {count:,} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="112" />
            <source>Back the library up into the same folder again and the copies are gone from there too, or delete the folder.</source>
            <translation>Haga otra copia de seguridad de la biblioteca en la misma carpeta y desaparecerá también de allí, o elimine la carpeta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="117" />
            <source>Where a day stands behind it, a backup is deleted by the first one after that day.</source>
            <translation>Donde figura un día, la copia se borra con la primera que se haga después de ese día.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="125" />
            <source>• {moment}, in {folder}</source>
            <translation>• {moment}, en {folder}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="127" />
            <source>• {moment}, in {folder}, until {day}</source>
            <translation>• {moment}, en {folder}, hasta el {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="192" />
            <source>The documents of {matter} are kept from {names}.</source>
            <translation>Los documentos de {matter} se ocultan a {names}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="197" />
            <source>Making the change…</source>
            <translation>Haciendo el cambio…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="224" />
            <source>Take along on this computer: {matters}?</source>
            <translation>¿Llevar en este equipo: {matters}?</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="225" />
            <source>All documents of these docket numbers come along, to be searched and read while the office server is away, for {days} days. Each time BriefBank opens with the server, it brings them up to date, sends what was done with them, and renews that time. After it they do not open, and are deleted {more} days later.</source>
            <translation>Se llevan todos los documentos de estos números de expediente, para buscar en ellos y leerlos mientras el servidor de la oficina no responde, durante {days} días. Cada vez que BriefBank se abre con el servidor, los pone al día, envía lo que se hizo con ellos y renueva ese plazo. Después no se abren, y se borran {more} días más tarde.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="231" />
            <source>Take along to court</source>
            <translation>Llevar al tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="232" />
            <source>Take along</source>
            <translation>Llevar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="232" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="233" />
            <source>Taking documents along…</source>
            <translation>Llevando documentos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="241" />
            <source>Taken along on this computer: {documents}, until {day}.</source>
            <translation>Llevados en este equipo: {documents}, hasta el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="286" />
            <source>The sections of another document are being cut. Wait until that is done.</source>
            <translation>Se están cortando las secciones de otro documento. Espere a que termine.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="289" />
            <source>The language model reads “{title}”. That takes minutes.</source>
            <translation>El modelo de lenguaje lee «{title}». Tarda minutos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="305" />
            <source>Cutting is being stopped.</source>
            <translation>Se está deteniendo el corte.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="312" />
            <source>{stage}: {done:,} of {total:,}.</source>
            <translation>{stage}: {done:,} de {total:,}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="340" />
            <source>Previous</source>
            <translation>Anterior</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="340" />
            <source>The document before ({keys})</source>
            <translation>El documento anterior ({keys})</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="342" />
            <source>Next</source>
            <translation>Siguiente</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="342" />
            <source>The next document ({keys})</source>
            <translation>El documento siguiente ({keys})</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="343" />
            <source>Done</source>
            <translation>Listo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="343" />
            <source>Look at no more of them</source>
            <translation>No revisar más</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="344" />
            <source>Previous document to look at</source>
            <translation>Documento anterior por revisar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="345" />
            <source>Next document to look at</source>
            <translation>Documento siguiente por revisar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="374" />
            <source>Nothing is left of them to look at.</source>
            <translation>Ya no queda ninguno por revisar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/changes.py" line="386" />
            <source>Document {number:,} of {total:,} to look at: {title}</source>
            <translation>Documento {number:,} de {total:,} por revisar: {title}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.correction</name>
        <message>
            <location filename="../../ui/features/library/correction.py" line="40" />
            <source>Use what was read</source>
            <translation>Usar lo que se leyó</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="44" />
            <source>What you write here is kept, also when the document is read again.</source>
            <translation>Lo que escriba aquí se conserva, también cuando el documento se lee de nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="45" />
            <source>Saving …</source>
            <translation>Guardando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="46" />
            <source>What is marked could not be saved; the rest is.</source>
            <translation>Lo marcado no se pudo guardar; lo demás sí.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="47" />
            <source>Save or cancel these corrections first.</source>
            <translation>Guarde o cancele primero estas correcciones.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="127" />
            <location filename="../../ui/features/library/correction.py" line="144" />
            <source>Correct the caption</source>
            <translation>Corregir la carátula</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="138" />
            <source>Show in the reader where this field was read, or else the first page</source>
            <translation>Mostrar en el lector dónde se leyó este dato, o si no la primera página</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="139" />
            <location filename="../../ui/features/library/correction.py" line="383" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="139" />
            <source>Save</source>
            <translation>Guardar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="240" />
            <source>Show file page {value}</source>
            <translation>Mostrar la página {value} del archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="314" />
            <source>The caption of “{title}” was corrected.</source>
            <translation>Se corrigió la carátula de «{title}».</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="323" />
            <source>The caption was not corrected. {error}</source>
            <translation>La carátula no se corrigió. {error}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="344" />
            <source>Type what is to be shown.</source>
            <translation>Escriba lo que se debe mostrar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="345" />
            <source>No document was changed.</source>
            <translation>No se cambió ningún documento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="348" />
            <source>None of them was corrected here.</source>
            <translation>Ninguno de ellos se corrigió aquí.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="349" />
            <source>All of them have this value already.</source>
            <translation>Todos tienen ya este valor.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="374" />
            <source>Correct several documents</source>
            <translation>Corregir varios documentos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="377" />
            <source>Field to correct</source>
            <translation>Campo que se corrige</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="383" />
            <source>Change</source>
            <translation>Cambiar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="387" />
            <source>Correct a field of {documents}</source>
            <translation>Corregir un campo de {documents}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="447" />
            <source>{field} of {documents} becomes “{value}”.</source>
            <translation>{field} de {documents}: pasa a ser «{value}».</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="453" />
            <source>{number} of them has another value now.</source>
            <translation>{number} de ellos tiene ahora otro valor.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="454" />
            <source>{number} of them have another value now.</source>
            <translation>{number} de ellos tienen ahora otro valor.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="462" />
            <source>{field} of {documents} becomes what was read there.</source>
            <translation>{field} de {documents}: vuelve a valer lo que se leyó allí.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="487" />
            <source>Other documents are still being corrected. Wait until that is done.</source>
            <translation>Todavía se están corrigiendo otros documentos. Espere a que termine.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="511" />
            <source>Correcting</source>
            <translation>Corrigiendo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="511" />
            <source>Correcting …</source>
            <translation>Corrigiendo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="524" />
            <source>{field} was corrected in {documents}.</source>
            <translation>Campo «{field}» corregido en {documents}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="528" />
            <source>{number} is no longer in the library.</source>
            <translation>{number} ya no está en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="528" />
            <source>{number} are no longer in the library.</source>
            <translation>{number} ya no están en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="572" />
            <source>{stage}: {done} of {total}</source>
            <translation>{stage}: {done} de {total}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/correction.py" line="581" />
            <source>At most {number} documents at once. Narrow the list, or choose fewer.</source>
            <translation>Como máximo {number} documentos a la vez. Acote la lista o elija menos.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.files</name>
        <message>
            <location filename="../../ui/features/library/files.py" line="64" />
            <location filename="../../ui/features/library/files.py" line="77" />
            <source>Waiting</source>
            <translation>En espera</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="65" />
            <source>Copying into the library</source>
            <translation>Copia a la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="66" />
            <source>Reading</source>
            <translation>Lectura</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="67" />
            <source>Recognising scanned pages</source>
            <translation>Reconocimiento de páginas escaneadas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="68" />
            <source>Finding its parts</source>
            <translation>División en partes</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="69" />
            <source>Making it searchable</source>
            <translation>Preparación para la búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="70" />
            <source>Finished</source>
            <translation>Terminado</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="73" />
            <location filename="../../ui/features/library/files.py" line="85" />
            <source>Added</source>
            <translation>En la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="74" />
            <source>Added with gaps</source>
            <translation>En la biblioteca con lagunas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="75" />
            <source>Already here</source>
            <translation>Ya en la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="76" />
            <location filename="../../ui/features/library/files.py" line="82" />
            <source>Refused</source>
            <translation>Sin admitir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="81" />
            <source>Being added</source>
            <translation>En curso</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="83" />
            <source>With a password</source>
            <translation>Con contraseña</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="84" />
            <source>To check</source>
            <translation>Por comprobar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="86" />
            <source>Taken off the list</source>
            <translation>Quitado de la lista</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="87" />
            <source>Left out</source>
            <translation>Omitidos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="96" />
            <source>1 file of the system or of a program</source>
            <translation>1 archivo del sistema o de un programa</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="97" />
            <source>{number} files of the system or of programs</source>
            <translation>{number} archivos del sistema o de programas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="101" />
            <source>1 link that leads out of the folder</source>
            <translation>1 enlace que lleva fuera de la carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="102" />
            <source>{number} links that lead out of the folder</source>
            <translation>{number} enlaces que llevan fuera de la carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="106" />
            <source>1 picture too small for a page</source>
            <translation>1 imagen demasiado pequeña para una página</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="107" />
            <source>{number} pictures too small for a page</source>
            <translation>{number} imágenes demasiado pequeñas para una página</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="109" />
            <source>1 file left out</source>
            <translation>1 archivo omitido</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="109" />
            <source>{number} files left out</source>
            <translation>{number} archivos omitidos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="112" />
            <source>1 file that a pattern leaves out</source>
            <translation>1 archivo que excluye un patrón</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="113" />
            <source>{number} files that patterns leave out</source>
            <translation>{number} archivos que excluyen los patrones</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="115" />
            <source>1 folder of BriefBank itself</source>
            <translation>1 carpeta del propio BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="115" />
            <source>{number} folders of BriefBank itself</source>
            <translation>{number} carpetas del propio BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="118" />
            <source>Passed over: {what}.</source>
            <translation>Se pasó por alto: {what}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="122" />
            <source>{number} file waits</source>
            <translation>{number} archivo espera</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="122" />
            <source>{number} files wait</source>
            <translation>{number} archivos esperan</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="135" />
            <source>a few seconds left</source>
            <translation>quedan unos segundos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="137" />
            <source>about {number} seconds left</source>
            <translation>quedan unos {number} segundos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="140" />
            <source>about {number} minute left</source>
            <translation>queda cerca de {number} minuto</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="140" />
            <source>about {number} minutes left</source>
            <translation>quedan unos {number} minutos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="142" />
            <source>about {number} hour left</source>
            <translation>queda cerca de {number} hora</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="142" />
            <source>about {number} hours left</source>
            <translation>quedan unas {number} horas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="150" />
            <source>Scanned pages to recognise</source>
            <translation>Páginas escaneadas por reconocer</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="151" />
            <source>{number} scanned page to recognise</source>
            <translation>{number} página escaneada por reconocer</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="151" />
            <source>{number} scanned pages to recognise</source>
            <translation>{number} páginas escaneadas por reconocer</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="156" />
            <source>{stage}, page {page} of {total}</source>
            <translation>{stage}, página {page} de {total}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="175" />
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="176" />
            <source>Look at the pages</source>
            <translation>Ver las páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="177" />
            <source>Do not add</source>
            <translation>No añadir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="178" />
            <source>Add again</source>
            <translation>Añadir de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="179" />
            <source>Try again with repair</source>
            <translation>Intentar de nuevo con reparación</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="180" />
            <source>Try again with more time</source>
            <translation>Intentar de nuevo con más tiempo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="181" />
            <source>Recognise more carefully</source>
            <translation>Reconocer con más cuidado</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="182" />
            <source>Enter password…</source>
            <translation>Escribir la contraseña…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="183" />
            <source>Show in folder</source>
            <translation>Mostrar en la carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="184" />
            <source>Leave out</source>
            <translation>Omitir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="185" />
            <source>Take back</source>
            <translation>Retirar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="188" />
            <source>Add all again</source>
            <translation>Añadir todos de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="189" />
            <source>Try all again with repair</source>
            <translation>Intentar todos de nuevo con reparación</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="190" />
            <source>Try all again with more time</source>
            <translation>Intentar todos de nuevo con más tiempo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="191" />
            <source>Recognise all more carefully</source>
            <translation>Reconocer todos con más cuidado</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="192" />
            <source>Enter password for all…</source>
            <translation>Introducir la contraseña de todos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="193" />
            <source>Leave all out</source>
            <translation>Omitir todos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="348" />
            <source>Files</source>
            <translation>Archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="351" />
            <source>Enter opens a file or adds it again, Delete takes it off the list.</source>
            <translation>Intro abre un archivo o lo añade de nuevo, Supr lo quita de la lista.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="363" />
            <source>Files to show</source>
            <translation>Archivos que se muestran</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="366" />
            <source>Clear refused</source>
            <translation>Quitar los rechazados</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="367" />
            <source>Takes the refused files off the list. Nothing in the library changes.</source>
            <translation>Quita de la lista los archivos rechazados. No cambia nada en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="368" />
            <source>Look through their pages</source>
            <translation>Recorrer sus páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="369" />
            <source>Save each file as a table…</source>
            <translation>Guardar cada archivo en una tabla…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="370" />
            <source>Back to the documents</source>
            <translation>Volver a los documentos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="490" />
            <source>No such files.</source>
            <translation>No hay archivos así.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="558" />
            <source>Nothing was done: these files are being added again, or are gone.</source>
            <translation>No se ha hecho nada: estos archivos se están añadiendo de nuevo o ya no están.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="578" />
            <source>No program shows folders here. The file is in {folder}.</source>
            <translation>Aquí ningún programa muestra carpetas. El archivo está en {folder}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="596" />
            <source>Table for spreadsheets</source>
            <translation>Tabla para hojas de cálculo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="597" />
            <source>Save each file as a table</source>
            <translation>Guardar cada archivo en una tabla</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="597" />
            <source>Files added</source>
            <translation>Archivos añadidos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="606" />
            <source>file was listed</source>
            <translation>archivo anotado</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="606" />
            <source>files were listed</source>
            <translation>archivos anotados</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="607" />
            <source>{many} in {file}.</source>
            <translation>{many} en {file}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="640" />
            <source>Enter the password</source>
            <translation>Escribir la contraseña</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="646" />
            <source>Password of {name}</source>
            <translation>Contraseña de {name}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="648" />
            <source>For all {number} protected files in “{folder}”</source>
            <translation>Para los {number} archivos protegidos de “{folder}”</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="652" />
            <source>Add</source>
            <translation>Añadir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="652" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="655" />
            <source>This file is protected by a password.</source>
            <translation>Este archivo está protegido con una contraseña.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="657" />
            <source>{number} files are protected by a password.</source>
            <translation>{number} archivos están protegidos con una contraseña.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="659" />
            <source>BriefBank uses the password once and does not keep it. The text can then be searched.</source>
            <translation>BriefBank usa la contraseña una vez y no la guarda. Después se puede buscar en el texto.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/files.py" line="661" />
            <source>Files that it does not open stay in the list.</source>
            <translation>Los archivos que no abra quedan en la lista.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.page</name>
        <message>
            <location filename="../../ui/features/library/page.py" line="38" />
            <source>All documents</source>
            <translation>Todos los documentos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="40" />
            <source>Without title, date or court</source>
            <translation>Sin título, fecha o tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="41" />
            <source>Without a title</source>
            <translation>Sin título</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="42" />
            <source>Without a date</source>
            <translation>Sin fecha</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="43" />
            <source>Without a court</source>
            <translation>Sin tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="45" />
            <source>Briefs (*.pdf *.docx *.doc *.wpd *.brf *.rtf *.odt *.docm *.dotx *.txt *.html *.htm *.mht *.mhtml *.eml *.msg *.mbox *.tif *.tiff *.jpg *.jpeg *.png *.zip);;All files (*)</source>
            <translation>Escritos (*.pdf *.docx *.doc *.wpd *.brf *.rtf *.odt *.docm *.dotx *.txt *.html *.htm *.mht *.mhtml *.eml *.msg *.mbox *.tif *.tiff *.jpg *.jpeg *.png *.zip);;Todos los archivos (*)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="49" />
            <source>Drop briefs anywhere on this window, or choose Add. Copies are made; your originals stay where they are.</source>
            <translation>Suelte escritos en cualquier lugar de esta ventana o elija Añadir. Se hacen copias; sus originales quedan donde están.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="52" />
            <source>Choose a document first, or open one.</source>
            <translation>Elija primero un documento, o abra uno.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="118" />
            <source>Narrow by title, court, docket, folder or year</source>
            <translation>Filtrar por título, tribunal, número de expediente, carpeta o año</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="119" />
            <source>Narrow the list of documents</source>
            <translation>Filtrar la lista de documentos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="122" />
            <source>Documents to show</source>
            <translation>Documentos que se muestran</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="126" />
            <source>Add…</source>
            <translation>Añadir…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="126" />
            <source>Add files or a folder (Ctrl+O, Ctrl+Shift+O)</source>
            <translation>Añadir archivos o una carpeta (Ctrl+O, Ctrl+Mayús+O)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="128" />
            <source>Files…</source>
            <translation>Archivos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="129" />
            <source>A folder…</source>
            <translation>Una carpeta…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="131" />
            <source>What became of the files…</source>
            <translation>Qué fue de los archivos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="133" />
            <location filename="../../ui/features/library/page.py" line="527" />
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="133" />
            <source>Open the document (Enter)</source>
            <translation>Abrir el documento (Intro)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="135" />
            <location filename="../../ui/features/library/page.py" line="532" />
            <source>Correct…</source>
            <translation>Corregir…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="135" />
            <source>Correct the caption, or one field of several documents (F2)</source>
            <translation>Corregir la carátula, o un campo de varios documentos (F2)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="137" />
            <location filename="../../ui/features/library/page.py" line="551" />
            <source>Remove…</source>
            <translation>Quitar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="137" />
            <source>Take documents out of the library (Delete)</source>
            <translation>Retirar documentos de la biblioteca (Supr)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="142" />
            <source>Add files…</source>
            <translation>Añadir archivos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="150" />
            <source>Library</source>
            <translation>Biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="290" />
            <source>Add files</source>
            <translation>Añadir archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="294" />
            <source>Add a folder</source>
            <translation>Añadir una carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="368" />
            <source>{shown} of {total}</source>
            <translation>{shown} de {total}</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="389" />
            <source>Reading the list of documents …</source>
            <translation>Leyendo la lista de documentos …</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="391" />
            <source>The library is empty.</source>
            <translation>La biblioteca está vacía.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="473" />
            <source>Undo</source>
            <translation>Deshacer</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="484" />
            <source>Undone, but for {number} document that was corrected since.</source>
            <translation>Deshecho, salvo {number} documento que se corrigió después.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="485" />
            <source>Undone, but for {number} documents that were corrected since.</source>
            <translation>Deshecho, salvo {number} documentos que se corrigieron después.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="486" />
            <source>Undone.</source>
            <translation>Deshecho.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="514" />
            <source>Correct a field of {number} documents…</source>
            <translation>Corregir un campo de {number} documentos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="518" />
            <source>Remove {number} documents…</source>
            <translation>Retirar {number} documentos…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="529" />
            <source>Open beside</source>
            <translation>Abrir al lado</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="534" />
            <source>Other versions</source>
            <translation>Otras versiones</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="542" />
            <source>Stop cutting</source>
            <translation>Detener el corte</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="544" />
            <source>Cut long sections by the language model</source>
            <translation>Cortar las secciones largas con el modelo de lenguaje</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="556" />
            <source>Take along to court…</source>
            <translation>Llevar al tribunal…</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/page.py" line="559" />
            <source>Keep from some persons…</source>
            <translation>Ocultar a algunas personas…</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.survey</name>
        <message>
            <location filename="../../ui/features/library/survey.py" line="44" />
            <source>PDF</source>
            <translation>PDF</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="45" />
            <source>Word</source>
            <translation>Word</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="46" />
            <source>Word up to 2003</source>
            <translation>Word hasta 2003</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="47" />
            <source>Word with macros</source>
            <translation>Word con macros</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="48" />
            <source>Word templates</source>
            <translation>Plantillas de Word</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="49" />
            <source>Word templates with macros</source>
            <translation>Plantillas de Word con macros</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="50" />
            <source>WordPerfect</source>
            <translation>WordPerfect</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="51" />
            <source>Rich text</source>
            <translation>Texto enriquecido (RTF)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="52" />
            <source>OpenDocument</source>
            <translation>OpenDocument</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="53" />
            <source>Scans in TIFF</source>
            <translation>Páginas escaneadas en TIFF</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="54" />
            <source>Photographs (JPEG)</source>
            <translation>Fotografías (JPEG)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="55" />
            <source>Pictures (PNG)</source>
            <translation>Imágenes (PNG)</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="56" />
            <location filename="../../ui/features/library/survey.py" line="57" />
            <source>Web pages</source>
            <translation>Páginas web</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="58" />
            <source>Text</source>
            <translation>Texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="59" />
            <source>ZIP archives, opened when added</source>
            <translation>Archivos ZIP, que se abren al añadirlos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="60" />
            <location filename="../../ui/features/library/survey.py" line="72" />
            <source>Mail</source>
            <translation>Correo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="61" />
            <source>Mail of Outlook</source>
            <translation>Correo de Outlook</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="62" />
            <source>Mailboxes</source>
            <translation>Buzones</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="65" />
            <source>Programs</source>
            <translation>Programas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="66" />
            <source>Spreadsheets</source>
            <translation>Hojas de cálculo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="67" />
            <source>Presentations</source>
            <translation>Presentaciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="68" />
            <source>Databases and mailboxes of programs</source>
            <translation>Bases de datos y buzones de programas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="69" />
            <source>Sound and film</source>
            <translation>Sonido y vídeo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="70" />
            <source>Pictures of other formats</source>
            <translation>Imágenes de otros formatos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="71" />
            <source>Pictures too small for a page</source>
            <translation>Imágenes demasiado pequeñas para ser una página</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="73" />
            <source>Documents of other word processors</source>
            <translation>Documentos de otros procesadores de texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="74" />
            <source>Empty files</source>
            <translation>Archivos vacíos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="75" />
            <source>Files that cannot be opened</source>
            <translation>Archivos que no se pueden abrir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="76" />
            <source>Files too large to be read</source>
            <translation>Archivos demasiado grandes para leerlos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="77" />
            <source>Files of unknown formats</source>
            <translation>Archivos de formatos desconocidos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="93" />
            <location filename="../../ui/features/library/survey.py" line="116" />
            <source>Before adding</source>
            <translation>Antes de añadir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="99" />
            <source>Files looked at</source>
            <translation>Archivos mirados</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="104" />
            <location filename="../../ui/features/library/survey.py" line="194" />
            <source>Add</source>
            <translation>Añadir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="107" />
            <source>Do not add</source>
            <translation>No añadir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="119" />
            <source>Nothing that BriefBank can read.</source>
            <translation>Nada que BriefBank pueda leer.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="120" />
            <source>To be added</source>
            <translation>Por añadir</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="123" />
            <source>Folders</source>
            <translation>Carpetas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="125" />
            <source>Of no use to the library</source>
            <translation>Sin utilidad para la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="127" />
            <source>Your choices</source>
            <translation>Sus opciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="132" />
            <source>Times are estimates. Your files stay as they are.</source>
            <translation>Los tiempos son aproximados. Sus archivos quedan como están.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="160" />
            <source>Looking through the folders: {files} so far.</source>
            <translation>Recorriendo las carpetas: {files} hasta ahora.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="162" />
            <source>Looking into the files: {done} of {total}.</source>
            <translation>Mirando los archivos: {done} de {total}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="193" />
            <source>Add {number} file</source>
            <translation>Añadir {number} archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="193" />
            <source>Add {number} files</source>
            <translation>Añadir {number} archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="220" />
            <source>{files}, {size}.</source>
            <translation>{files}, {size}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="221" />
            <source>To be added: {files}, {size}.</source>
            <translation>Por añadir: {files}, {size}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="224" />
            <source>{number} is a copy of another.</source>
            <translation>{number} es copia de otro.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="224" />
            <source>{number} are copies of others, kept once.</source>
            <translation>{number} son copias de otros y se guardan una sola vez.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="228" />
            <source>{number} folder cannot be opened.</source>
            <translation>No se puede abrir {number} carpeta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="228" />
            <source>{number} folders cannot be opened.</source>
            <translation>No se pueden abrir {number} carpetas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="252" />
            <source>Folders to add</source>
            <translation>Carpetas que se añaden</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="253" />
            <source>Folder</source>
            <translation>Carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="253" />
            <source>Files</source>
            <translation>Archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="253" />
            <source>Size</source>
            <translation>Tamaño</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="314" />
            <source>about {number} page</source>
            <translation>aproximadamente {number} página</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="314" />
            <source>about {number} pages</source>
            <translation>unas {number} páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="317" />
            <source>{number} of them a scan</source>
            <translation>{number} de ellas escaneada</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="317" />
            <source>{number} of them scans</source>
            <translation>{number} de ellas escaneadas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="324" />
            <source>about a minute</source>
            <translation>aproximadamente un minuto</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="326" />
            <source>about {number} minute</source>
            <translation>aproximadamente {number} minuto</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="326" />
            <source>about {number} minutes</source>
            <translation>unos {number} minutos</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="328" />
            <source>about {number} hour</source>
            <translation>aproximadamente {number} hora</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="328" />
            <source>about {number} hours</source>
            <translation>unas {number} horas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="329" />
            <source>about {number} day</source>
            <translation>aproximadamente {number} día</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="329" />
            <source>about {number} days</source>
            <translation>unos {number} días</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="338" />
            <source>Searchable by words: in {time}, the newest files first.</source>
            <translation>Se podrán buscar por palabras en {time}, primero los archivos más recientes.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="339" />
            <source>By meaning: {time} more.</source>
            <translation>Por significado: {time} más.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="342" />
            <source>Text on scans: {time}.</source>
            <translation>Texto de páginas escaneadas: {time}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="342" />
            <source>{time} more</source>
            <translation>{time} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="350" />
            <source>The library needs about {needed} on its disk, where {free} are free.</source>
            <translation>La biblioteca necesita unos {needed} en su disco, donde hay {free} libres.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/survey.py" line="353" />
            <source>It does not fit: the library needs about {needed} on its disk, where {free} are free. Leave out more, or move the library to a larger disk.</source>
            <translation>No cabe: la biblioteca necesita unos {needed} en su disco, donde hay {free} libres. Excluya más archivos o traslade la biblioteca a un disco más grande.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.library.table</name>
        <message>
            <location filename="../../ui/features/library/table.py" line="57" />
            <source>Title</source>
            <translation>Título</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="58" />
            <source>Filed</source>
            <translation>Presentado</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="59" />
            <source>Kind</source>
            <translation>Clase</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="60" />
            <source>Court</source>
            <translation>Tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="61" />
            <source>Docket</source>
            <translation>Expediente</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="62" />
            <source>Pages</source>
            <translation>Páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="63" />
            <source>File name</source>
            <translation>Nombre del archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="64" />
            <source>To check</source>
            <translation>Por comprobar</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="80" />
            <source>No document matches. Change or clear the words above, or show all documents.</source>
            <translation>Ningún documento coincide. Cambie o borre las palabras de arriba, o muestre todos los documentos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="238" />
            <source>none</source>
            <translation>ninguno</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="249" />
            <source>nothing</source>
            <translation>nada</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="282" />
            <source>{number} page has no text that can be searched.</source>
            <translation>{number} página no tiene texto que se pueda buscar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="283" />
            <source>{number} pages have no text that can be searched.</source>
            <translation>{number} páginas no tienen texto que se pueda buscar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="286" />
            <source>{number} page was read with little certainty.</source>
            <translation>{number} página se leyó con poca certeza.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="287" />
            <source>{number} pages were read with little certainty.</source>
            <translation>{number} páginas se leyeron con poca certeza.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="290" />
            <source>On {pages} there is text that cannot be seen. It was left out, but can still be copied.</source>
            <translation>En {pages} hay texto que no se ve. Se omitió, pero aún se puede copiar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="296" />
            <source>There are {number} versions of it here.</source>
            <translation>Aquí hay {number} versiones.</translation>
        </message>
        <message>
            <location filename="../../ui/features/library/table.py" line="340" />
            <source>Documents</source>
            <translation>Documentos</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.canvas</name>
        <message>
            <location filename="../../ui/features/reader/canvas.py" line="63" />
            <source>This link does nothing in BriefBank.</source>
            <translation>Este enlace no hace nada en BriefBank.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/canvas.py" line="80" />
            <source>Pages</source>
            <translation>Páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/canvas.py" line="529" />
            <source>Copy with citation</source>
            <translation>Copiar con cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/canvas.py" line="530" />
            <source>Find passages like this</source>
            <translation>Buscar pasajes como este</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/canvas.py" line="531" />
            <source>Put into a collection…</source>
            <translation>Poner en una colección…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/canvas.py" line="537" />
            <source>Links on this page</source>
            <translation>Enlaces de esta página</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/canvas.py" line="585" />
            <source>To file page {number}</source>
            <translation>A la página {number} del archivo</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.find</name>
        <message>
            <location filename="../../ui/features/reader/find.py" line="31" />
            <source>Not in this brief.</source>
            <translation>No está en este escrito.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="54" />
            <location filename="../../ui/features/reader/find.py" line="55" />
            <source>Find in this brief</source>
            <translation>Buscar en este escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="60" />
            <source>Previous place in the brief</source>
            <translation>Lugar anterior en el escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="60" />
            <source>Previous place in the brief (Shift+F3)</source>
            <translation>Lugar anterior en el escrito (Mayús+F3)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="62" />
            <source>Next place in the brief</source>
            <translation>Lugar siguiente en el escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="62" />
            <source>Next place in the brief (F3)</source>
            <translation>Lugar siguiente en el escrito (F3)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="63" />
            <source>Match capital and small letters</source>
            <translation>Distinguir mayúsculas y minúsculas</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="64" />
            <source>Words</source>
            <translation>Palabras</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="64" />
            <source>Whole words only</source>
            <translation>Solo palabras completas</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="65" />
            <source>Close the find bar</source>
            <translation>Cerrar la barra de buscar</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="65" />
            <source>Close the find bar (Esc)</source>
            <translation>Cerrar la barra de buscar (Esc)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="66" />
            <source>Search the library for it</source>
            <translation>Buscarlo en la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="207" />
            <source>From the beginning again.</source>
            <translation>Otra vez desde el principio.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="207" />
            <source>From the end again.</source>
            <translation>Otra vez desde el final.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/find.py" line="215" />
            <source>{number} of {total}</source>
            <translation>{number} de {total}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.notices</name>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="35" />
            <source>Text that cannot be seen on this page, such as text under black boxes, was left out of the search. Anyone who has the file can still copy it.</source>
            <translation>El texto que no se ve en esta página, como el que está bajo recuadros negros, se omitió de la búsqueda. Quien tenga el archivo aún puede copiarlo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="83" />
            <source>Close the notes on this document</source>
            <translation>Cerrar las notas sobre este documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="148" />
            <source>note on this document</source>
            <translation>nota sobre este documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="148" />
            <source>notes on this document</source>
            <translation>notas sobre este documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="169" />
            <source>Show less</source>
            <translation>Mostrar menos</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="171" />
            <location filename="../../ui/features/reader/notices.py" line="235" />
            <source>and {number} more</source>
            <translation>y {number} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="171" />
            <source>Show all</source>
            <translation>Mostrar todo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="172" />
            <source>{action}: notes on this document</source>
            <translation>{action}: notas sobre este documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="247" />
            <source>Versions…</source>
            <translation>Versiones…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="250" />
            <source>What changed…</source>
            <translation>Qué cambió…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="271" />
            <source>Attached to:</source>
            <translation>Adjunto a:</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="273" />
            <source>It was attached to a mail or PDF that is no longer in the library.</source>
            <translation>Estaba adjunto a un correo o PDF que ya no está en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="276" />
            <source>Attachments:</source>
            <translation>Adjuntos:</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="279" />
            <source>1 file is attached inside this PDF.</source>
            <translation>1 archivo está adjunto dentro de este PDF.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="280" />
            <source>{number} files are attached inside this PDF.</source>
            <translation>{number} archivos están adjuntos dentro de este PDF.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="283" />
            <source>Add to the library</source>
            <translation>Añadir a la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="307" />
            <source>Next such page</source>
            <translation>Siguiente página así</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="309" />
            <source>Read again…</source>
            <translation>Leer de nuevo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="316" />
            <source>Nothing to check on this page. To check: file pages {pages}.</source>
            <translation>Nada que señalar en esta página. Por revisar: páginas {pages} del archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="323" />
            <source>This page was read by {engine} with little certainty ({share} %). Compare the words with the page.</source>
            <translation>Esta página se leyó con poca certeza ({share} %) mediante {engine}. Compare las palabras con la página.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/notices.py" line="327" />
            <source>text recognition</source>
            <translation>reconocimiento de texto</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.outside</name>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="60" />
            <source>Nothing was printed.</source>
            <translation>No se imprimió nada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="61" />
            <source>Choose another printer, or another file to print to.</source>
            <translation>Elija otra impresora, u otro archivo en el que imprimir.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="88" />
            <source>Print with the marks</source>
            <translation>Imprimir con las marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="88" />
            <source>Print</source>
            <translation>Imprimir</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="98" />
            <source>page was printed.</source>
            <translation>página se imprimió.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="98" />
            <source>pages were printed.</source>
            <translation>páginas se imprimieron.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="101" />
            <source>These pages of the file could not be drawn: {numbers}.</source>
            <translation>Estas páginas del archivo no se pudieron dibujar: {numbers}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="106" />
            <source>Page {number} of {total}</source>
            <translation>Página {number} de {total}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="165" />
            <source>No page of this document could be drawn, so nothing was printed.</source>
            <translation>No se pudo dibujar ninguna página de este documento, así que no se imprimió nada.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="167" />
            <source>File page {number} could not be drawn. {remedy}</source>
            <translation>No se pudo dibujar la página {number} del archivo. {remedy}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="227" />
            <source>Open outside BriefBank</source>
            <translation>Abrir fuera de BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="228" />
            <source>Open this document in another program?</source>
            <translation>¿Abrir este documento en otro programa?</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="229" />
            <source>It may hold scripts, attached files, or links that start something. BriefBank runs none of them; another program might, and could open connections.</source>
            <translation>Puede contener programas, archivos adjuntos o enlaces que inician algo. BriefBank no ejecuta ninguno; otro programa podría hacerlo, y abrir conexiones.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="233" />
            <source>Open it</source>
            <translation>Abrirlo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="234" />
            <source>Stay here</source>
            <translation>Seguir aquí</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="238" />
            <source>Opened outside BriefBank at file page {number}.</source>
            <translation>Abierto fuera de BriefBank en la página {number} del archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="240" />
            <source>This computer has no program that opens PDF files.</source>
            <translation>Este equipo no tiene ningún programa que abra archivos PDF.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="241" />
            <source>Opened outside BriefBank. Go to page {number} of the file there.</source>
            <translation>Abierto fuera de BriefBank. Vaya allí a la página {number} del archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="258" />
            <source>Link</source>
            <translation>Enlace</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="263" />
            <source>This link leads outside the document.</source>
            <translation>Este enlace lleva fuera del documento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="264" />
            <source>BriefBank opens no connections, and does not open this address either. If you trust it, copy it and open it in another program.</source>
            <translation>BriefBank no abre conexiones, y tampoco abre esta dirección. Si confía en ella, cópiela y ábrala en otro programa.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="271" />
            <source>This link does nothing in BriefBank.</source>
            <translation>Este enlace no hace nada en BriefBank.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="272" />
            <source>In another program it could start a program or a script, open another file, or send what stands in a form. BriefBank does none of this.</source>
            <translation>En otro programa podría iniciar un programa, abrir otro archivo o enviar lo que está escrito en un formulario. BriefBank no hace nada de esto.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="281" />
            <source>Address</source>
            <translation>Dirección</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="286" />
            <source>Copy address</source>
            <translation>Copiar la dirección</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="286" />
            <source>Close</source>
            <translation>Cerrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="319" />
            <source>This address holds signs that cannot be seen. They are written out above.</source>
            <translation>Esta dirección contiene signos que no se ven. Arriba aparecen escritos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/outside.py" line="320" />
            <source>Look at it closely: it leads to the site {name}, whatever else it seems to say.</source>
            <translation>Mírela con atención: lleva al sitio {name}, aunque parezca decir otra cosa.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.page_cache</name>
        <message>
            <location filename="../../ui/features/reader/page_cache.py" line="37" />
            <source>This page has no text that can be searched.</source>
            <translation>Esta página no tiene texto que se pueda buscar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/page_cache.py" line="260" />
            <source>This page could not be shown. {remedy}</source>
            <translation>Esta página no se pudo mostrar. {remedy}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.pair</name>
        <message>
            <location filename="../../ui/features/reader/pair.py" line="49" />
            <source>Close {name}</source>
            <translation>Cerrar: {name}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/pair.py" line="57" />
            <source>{name}: results open here</source>
            <translation>{name}: aquí se abren los resultados</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/pair.py" line="97" />
            <source>Second brief</source>
            <translation>Segundo escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/pair.py" line="97" />
            <source>First brief</source>
            <translation>Primer escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/pair.py" line="275" />
            <source>The reader alone. F11 or Escape returns to the whole window.</source>
            <translation>Solo el lector. F11 o Esc vuelve a la ventana completa.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.reader</name>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="76" />
            <source>Choose a passage to read it here.</source>
            <translation>Elija un pasaje para leerlo aquí.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="77" />
            <source>It opens at the page, with the words marked.</source>
            <translation>Se abre en su página, con las palabras marcadas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="80" />
            <source>This brief is no longer in the library.</source>
            <translation>Este escrito ya no está en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="81" />
            <source>It was removed, here or by another program. Search again to see what the library holds now.</source>
            <translation>Se quitó, aquí o desde otro programa. Busque de nuevo para ver qué contiene ahora la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="138" />
            <source>Newest briefs of the library</source>
            <translation>Escritos más recientes de la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="171" />
            <source>Find in this brief…</source>
            <translation>Buscar en este escrito…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="172" />
            <source>Go to a page…</source>
            <translation>Ir a una página…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="175" />
            <source>Dark pages</source>
            <translation>Páginas oscuras</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="178" />
            <source>Second brief beside</source>
            <translation>Segundo escrito al lado</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="179" />
            <source>Reader alone</source>
            <translation>Solo el lector</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="181" />
            <source>Correct the caption…</source>
            <translation>Corregir la carátula…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="182" />
            <source>Read again…</source>
            <translation>Leer de nuevo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="184" />
            <source>Print…</source>
            <translation>Imprimir…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="185" />
            <source>Print with the marks…</source>
            <translation>Imprimir con las marcas…</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="186" />
            <source>Open in the system’s viewer</source>
            <translation>Abrir en el visor del sistema</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="321" />
            <source>Search again</source>
            <translation>Buscar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="369" />
            <source>The words could not be marked on this page.</source>
            <translation>Las palabras no se pudieron marcar en esta página.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="381" />
            <location filename="../../ui/features/reader/reader.py" line="402" />
            <source>Try again</source>
            <translation>Intentar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="451" />
            <source>{label} ({number} of {count})</source>
            <translation>{label} ({number} de {count})</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="451" />
            <source>{number} of {count}</source>
            <translation>{number} de {count}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="477" />
            <source>This document has no page “{typed}”. Its file has pages #1 to #{last}.</source>
            <translation>Este documento no tiene la página «{typed}». Su archivo tiene las páginas #1 a #{last}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="502" />
            <source>The selected text is still being read. Try again in a moment.</source>
            <translation>El texto seleccionado aún se está leyendo. Inténtelo de nuevo en un momento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="516" />
            <source>The selected text was copied with its citation.</source>
            <translation>El texto seleccionado se copió con su cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="519" />
            <source>Nothing was copied. {reason}</source>
            <translation>No se copió nada. {reason}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="540" />
            <source>This page has text of its own; there is nothing to recognise.</source>
            <translation>Esta página tiene texto propio; no hay nada que reconocer.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="551" />
            <source>Open a document first: its pages are printed.</source>
            <translation>Abra primero un documento: se imprimen sus páginas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="553" />
            <source>Nothing is marked in this document.</source>
            <translation>En este documento no hay nada marcado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="555" />
            <source>Pages are still being printed. Wait until that is done, or stop it.</source>
            <translation>Todavía se están imprimiendo páginas. Espere a que termine, o deténgalo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="569" />
            <source>Printing</source>
            <translation>Impresión</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="569" />
            <source>Opening …</source>
            <translation>Abriendo …</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="570" />
            <source>Printing was stopped.</source>
            <translation>La impresión se detuvo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/reader.py" line="618" />
            <source>Elsewhere in it: {text}</source>
            <translation>En otra parte: {text}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.side</name>
        <message>
            <location filename="../../ui/features/reader/side.py" line="201" />
            <location filename="../../ui/features/reader/side.py" line="376" />
            <source>Outline</source>
            <translation>Esquema</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/side.py" line="208" />
            <source>{heading}, level {level}, {page}</source>
            <translation>{heading}, nivel {level}, {page}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/side.py" line="273" />
            <source>Pages as pictures</source>
            <translation>Páginas en miniatura</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/side.py" line="358" />
            <source>No headings were found in this document. Its pages are under “Pages”.</source>
            <translation>En este documento no se encontraron encabezados. Sus páginas están en «Páginas».</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/side.py" line="376" />
            <source>The headings of this document</source>
            <translation>Los encabezados de este documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/side.py" line="377" />
            <source>Pages</source>
            <translation>Páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/side.py" line="377" />
            <source>The pages of this document as small pictures</source>
            <translation>Las páginas de este documento en miniatura</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/side.py" line="378" />
            <source>Beside the pages</source>
            <translation>Junto a las páginas</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.summary</name>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="46" />
            <source>The local model is busy with something else. It comes to this document after that.</source>
            <translation>El modelo local está ocupado con otra cosa. Llegará a este documento después.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="58" />
            <source>Show it</source>
            <translation>Mostrarlo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="59" />
            <source>Hide it</source>
            <translation>Ocultarlo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="60" />
            <source>Stop</source>
            <translation>Detener</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="61" />
            <source>Try again</source>
            <translation>Intentar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="84" />
            <source>Summary by a model</source>
            <translation>Resumen de un modelo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="144" />
            <source>{act}: the summary by a model</source>
            <translation>{act}: el resumen de un modelo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="186" />
            <source>Summary in the document’s own words</source>
            <translation>Resumen con las palabras del propio documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="191" />
            <location filename="../../ui/features/reader/summary.py" line="255" />
            <source>Summary of this document, closed</source>
            <translation>Resumen de este documento, cerrado</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="192" />
            <source>Open or close the summary (Ctrl+I). A program put it together.</source>
            <translation>Abrir o cerrar el resumen (Ctrl+I). Lo compuso un programa.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="255" />
            <source>Summary of this document, open</source>
            <translation>Resumen de este documento, abierto</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary.py" line="448" />
            <source>Reading</source>
            <translation>Lectura</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.summary_pieces</name>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="22" />
            <source>Looking for the summary …</source>
            <translation>Buscando el resumen …</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="23" />
            <source>Settings says how a model on this computer can add a summary in its own words.</source>
            <translation>Configuración explica cómo un modelo en este equipo puede añadir un resumen con sus propias palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="24" />
            <source>By a model on this computer</source>
            <translation>Por un modelo en este equipo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="25" />
            <source>Written by a language model on this computer. It can be wrong, even where it sounds certain. Do not rely on it and do not cite it. Read the brief.</source>
            <translation>Escrito por un modelo de lenguaje en este equipo. Puede equivocarse, incluso cuando suena seguro. No se apoye en él ni lo cite. Lea el escrito.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="29" />
            <source>It only helps to decide whether this document is worth opening. It cannot be copied: words that no lawyer wrote could then reach a court as if they stood in the brief. Copy from the brief itself. Below each sentence are the words of the brief that it was checked against; a click marks them on the page.</source>
            <translation>Solo ayuda a decidir si vale la pena abrir este documento. No se puede copiar: palabras que ningún abogado escribió podrían llegar a un tribunal como si estuvieran en el escrito. Copie del propio escrito. Debajo de cada oración están las palabras del escrito con las que se comprobó; un clic las marca en la página.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="34" />
            <source>The local model is reading this document …</source>
            <translation>El modelo local está leyendo este documento …</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="35" />
            <source>Stopped. Nothing of what the model wrote is kept.</source>
            <translation>Detenido. No se conserva nada de lo que escribió el modelo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="36" />
            <source>Nothing that the local model wrote could be borne out by the document, so nothing of it is shown. The document’s own sentences are above.</source>
            <translation>Nada de lo que escribió el modelo local pudo confirmarse en el documento, así que no se muestra nada. Las frases del propio documento están arriba.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="40" />
            <source>It cannot be selected, copied, dragged, printed or searched, and stays out of screenshots where the system allows that. This is a deterrent, not a lock: nobody is kept from typing it out.</source>
            <translation>No se puede seleccionar, copiar, arrastrar, imprimir ni buscar, y queda fuera de las capturas de pantalla donde el sistema lo permite. Es un freno, no un cerrojo: a nadie se le impide transcribirlo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="45" />
            <source>the document does not say this</source>
            <translation>el documento no dice esto</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="46" />
            <source>it quoted words that do not stand there so</source>
            <translation>citó palabras que no están así en el texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="47" />
            <source>it named an authority that does not stand there so</source>
            <translation>nombró una autoridad que no está así en el texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="48" />
            <source>your good-law list says something against an authority that it rests on</source>
            <translation>su lista de vigencia dice algo en contra de una autoridad en la que se apoya</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="49" />
            <source>it told as certain what is argued, alleged or asked</source>
            <translation>dio por seguro lo que se argumenta, se alega o se pregunta</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="50" />
            <source>it left out a limit that the document sets</source>
            <translation>omitió un límite que el documento fija</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="52" />
            <source>put right once after a check</source>
            <translation>corregida una vez tras una comprobación</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="53" />
            <source>The settings of this office say that what a model wrote is not read aloud.</source>
            <translation>La configuración de esta oficina indica que lo que escribió un modelo no se lee en voz alta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="54" />
            <source>The words could not be marked on this page.</source>
            <translation>Las palabras no se pudieron marcar en esta página.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="57" />
            <source>The issue, as the model puts it</source>
            <translation>La cuestión, según el modelo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="58" />
            <source>The facts, as the model puts them</source>
            <translation>Los hechos, según el modelo</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="70" />
            <source>Checking what the model wrote against the document …</source>
            <translation>Comprobando en el documento lo que escribió el modelo …</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="71" />
            <source>Checking what the model wrote against the document: sentence {at} of {total} …</source>
            <translation>Comprobando en el documento lo que escribió el modelo: frase {at} de {total} …</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="75" />
            <source>The local model is writing: about {written:,} words so far …</source>
            <translation>El modelo local está escribiendo: unas {written:,} palabras hasta ahora …</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="87" />
            <source>A sentence was withheld: {reasons}.</source>
            <translation>Se retuvo una frase: {reasons}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="89" />
            <source>A sentence was withheld.</source>
            <translation>Se retuvo una frase.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="96" />
            <source>Written by {name}.</source>
            <translation>Escrito por {name}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="98" />
            <source>{number} sentence withheld.</source>
            <translation>{number} frase retenida.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="98" />
            <source>{number} sentences withheld.</source>
            <translation>{number} frases retenidas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="102" />
            <source>Each sentence was checked against the sentences that it names: citations, quotations, names, numbers and dates, whether they bear it out, how certain it sounds, what it leaves out, and your good-law list. The checks can miss an error.</source>
            <translation>Cada frase se comprobó con las frases que nombra: citas, citas textuales, nombres, números y fechas, si la sostienen, cuán segura suena, qué omite, y su lista de vigencia. Las comprobaciones pueden pasar por alto un error.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="112" />
            <source>The issue, in the document’s own words</source>
            <translation>La cuestión, con las palabras del propio documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="113" />
            <source>The facts, in the document’s own words</source>
            <translation>Los hechos, con las palabras del propio documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="114" />
            <source>How the document begins, in its own words</source>
            <translation>Cómo empieza el documento, con sus propias palabras</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="135" />
            <source>sentence</source>
            <translation>frase</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="135" />
            <source>sentences</source>
            <translation>frases</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="137" />
            <source>Left out, because the document does not bear it out: {left_out}.</source>
            <translation>Se omitió, porque el documento no lo confirma: {left_out}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/summary_pieces.py" line="176" />
            <source>The document says: “{text}”</source>
            <translation>El documento dice: «{text}»</translation>
        </message>
    </context>
    <context>
        <name>ui.features.reader.tools</name>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="31" />
            <source>Opening …</source>
            <translation>Abriendo …</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="32" />
            <source>Go to a page: type its printed number, or # and its number in the file (Ctrl+Shift+P)</source>
            <translation>Ir a una página: escriba su número impreso, o # y su número en el archivo (Ctrl+Mayús+P)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="75" />
            <source>Outline and page pictures</source>
            <translation>Esquema y miniaturas</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="76" />
            <source>Outline and page pictures (F9)</source>
            <translation>Esquema y miniaturas (F9)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="77" />
            <source>Outline</source>
            <translation>Esquema</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="87" />
            <source>Previous result</source>
            <translation>Resultado anterior</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="87" />
            <source>Previous result (Shift+F4)</source>
            <translation>Resultado anterior (Mayús+F4)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="88" />
            <source>Next result</source>
            <translation>Resultado siguiente</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="88" />
            <source>Next result (F4)</source>
            <translation>Resultado siguiente (F4)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="89" />
            <source>Smaller</source>
            <translation>Más pequeño</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="89" />
            <source>Smaller (Ctrl+Minus)</source>
            <translation>Más pequeño (Ctrl+Menos)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="90" />
            <source>Larger</source>
            <translation>Más grande</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="90" />
            <source>Larger (Ctrl+Plus)</source>
            <translation>Más grande (Ctrl+Más)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="92" />
            <location filename="../../ui/features/reader/tools.py" line="162" />
            <source>Fit the width</source>
            <translation>Ajustar al ancho</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="92" />
            <source>Fit the width of the page (Ctrl+0)</source>
            <translation>Ajustar al ancho de la página (Ctrl+0)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="95" />
            <location filename="../../ui/features/reader/tools.py" line="163" />
            <source>Fit the text</source>
            <translation>Ajustar al texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="95" />
            <source>Fit the text, without its margins (Ctrl+8)</source>
            <translation>Ajustar al texto, sin sus márgenes (Ctrl+8)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="98" />
            <source>Copy with citation</source>
            <translation>Copiar con cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="98" />
            <source>Copy with citation (Ctrl+Shift+C)</source>
            <translation>Copiar con cita (Ctrl+Mayús+C)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="98" />
            <source>Copy</source>
            <translation>Copiar</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="102" />
            <source>Put into a collection</source>
            <translation>Poner en una colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="103" />
            <source>Put into a collection (Ctrl+D)</source>
            <translation>Poner en una colección (Ctrl+D)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="104" />
            <source>Collect</source>
            <translation>Colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="107" />
            <location filename="../../ui/features/reader/tools.py" line="107" />
            <source>Summary</source>
            <translation>Resumen</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="107" />
            <source>Summary of this document (Ctrl+I)</source>
            <translation>Resumen de este documento (Ctrl+I)</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="110" />
            <source>More</source>
            <translation>Más</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="110" />
            <source>More that can be done with this document</source>
            <translation>Más acciones con este documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="158" />
            <source>Size and turn of the pages</source>
            <translation>Tamaño y giro de las páginas</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="164" />
            <source>Fit the whole page</source>
            <translation>Ajustar a la página</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="169" />
            <source>Turn clockwise</source>
            <translation>Girar a la derecha</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="170" />
            <source>Turn anticlockwise</source>
            <translation>Girar a la izquierda</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="178" />
            <source>Size of the pages: {percent}</source>
            <translation>Tamaño de las páginas: {percent}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="213" />
            <location filename="../../ui/features/reader/tools.py" line="287" />
            <source>{number} of {count}</source>
            <translation>{number} de {count}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="215" />
            <source>Result {number} of {count}</source>
            <translation>Resultado {number} de {count}</translation>
        </message>
        <message>
            <location filename="../../ui/features/reader/tools.py" line="277" />
            <source>Go to page</source>
            <translation>Ir a la página</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.around</name>
        <message>
            <location filename="../../ui/features/search/around.py" line="38" />
            <source>Authorities that this search names</source>
            <translation>Autoridades que nombra esta búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="51" />
            <source>and {more} more</source>
            <translation>y {more} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="53" />
            <source>and {more} more authorities that this search names</source>
            <translation>y {more} autoridades más que nombra esta búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="97" />
            <source>Open its page</source>
            <translation>Abrir su página</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="99" />
            <source>Open the page of</source>
            <translation>Abrir la página de</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="103" />
            <source>Sentences of your library that speak against it and wait for a decision</source>
            <translation>Frases de su biblioteca que hablan en contra de ella y esperan una decisión</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="127" />
            <source>Set apart: not the law at that time</source>
            <translation>Aparte: no era derecho vigente entonces</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="151" />
            <source>The first {shown:,} of them</source>
            <translation>Los {shown:,} primeros</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="166" />
            <source>Shown below</source>
            <translation>Se muestra debajo</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="166" />
            <source>Folded away</source>
            <translation>Plegado</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/around.py" line="207" />
            <source>A wider search finds</source>
            <translation>Una búsqueda más amplia encuentra</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.box</name>
        <message>
            <location filename="../../ui/features/search/box.py" line="35" />
            <source>For example: traffic stop extended without reasonable suspicion</source>
            <translation>Por ejemplo: traffic stop extended without reasonable suspicion</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="62" />
            <source>Search the library</source>
            <translation>Buscar en la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="67" />
            <source>Clear the search</source>
            <translation>Vaciar la búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="140" />
            <source>Filter by date, kind, court, author, folder or authority (Ctrl+Shift+F)</source>
            <translation>Filtrar por fecha, tipo, tribunal, autor, carpeta o autoridad (Ctrl+Mayús+F)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="147" />
            <source>Filters ({number})</source>
            <translation>Filtros ({number})</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="147" />
            <source>Filters</source>
            <translation>Filtros</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="152" />
            <source>Shown below</source>
            <translation>Se muestra debajo</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="152" />
            <source>Folded away</source>
            <translation>Plegado</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="167" />
            <source>Order</source>
            <translation>Orden</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="169" />
            <source>Newest first</source>
            <translation>Más recientes</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="169" />
            <source>The newest of the relevant passages first</source>
            <translation>Primero los pasajes pertinentes más recientes</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="170" />
            <source>Best match</source>
            <translation>Más afines</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="170" />
            <source>The closest match first, whatever its date</source>
            <translation>Primero los más afines, sea cual sea su fecha</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="174" />
            <source>Back to the search before</source>
            <translation>Volver a la búsqueda anterior</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="174" />
            <source>Back to the search before (Alt+Left)</source>
            <translation>Volver a la búsqueda anterior (Alt+Flecha izquierda)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="202" />
            <source>required</source>
            <translation>con</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="203" />
            <source>not</source>
            <translation>sin</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="204" />
            <source>searched for</source>
            <translation>se buscó</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="205" />
            <source>exactly</source>
            <translation>exacto</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="206" />
            <source>read as</source>
            <translation>leído como</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="207" />
            <source>also searched</source>
            <translation>se busca también</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="208" />
            <source>law of</source>
            <translation>derecho de</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="209" />
            <source>set aside</source>
            <translation>aparte</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="233" />
            <source>Delete takes it out.</source>
            <translation>Supr lo quita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="303" />
            <source>Show fewer</source>
            <translation>Mostrar menos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="303" />
            <source>and {number} more</source>
            <translation>y {number} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="332" />
            <source>Filters that are set</source>
            <translation>Filtros activos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="343" />
            <source>Say it in plain words, or use operators: “plain error” /p summation! NOT juvenile.</source>
            <translation>Dígalo con palabras corrientes, o use operadores: “plain error” /p summation! NOT juvenile.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="359" />
            <source>How to search</source>
            <translation>Cómo buscar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="361" />
            <source>Parts of the search</source>
            <translation>Partes de la búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/box.py" line="364" />
            <source>How the search was read</source>
            <translation>Cómo se leyó la búsqueda</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.card</name>
        <message>
            <location filename="../../ui/features/search/card.py" line="35" />
            <source>Copy with citation</source>
            <translation>Copiar con cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/card.py" line="36" />
            <source>Put into a collection</source>
            <translation>Poner en una colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/card.py" line="37" />
            <source>More like this</source>
            <translation>Más como este</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/card.py" line="230" />
            <source>and {more:,} more</source>
            <translation>y {more:,} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/card.py" line="265" />
            <source>Show less</source>
            <translation>Mostrar menos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/card.py" line="265" />
            <source>Show all</source>
            <translation>Mostrar todo</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.deeper</name>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="30" />
            <source>Stopped. The results are those of the search itself.</source>
            <translation>Detenido. Los resultados son los de la búsqueda misma.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="31" />
            <source>What the language model did</source>
            <translation>Lo que hizo el modelo de lenguaje</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="32" />
            <source>These are words that the model searched with and steps that it took. None of it is an answer, and none of it was checked. What was found are passages of your own library; those near enough to your question are shown.</source>
            <translation>Estas son palabras con las que buscó el modelo y pasos que dio. Nada de ello es una respuesta, y nada se comprobó. Lo encontrado son pasajes de su propia biblioteca; se muestran los que están bastante cerca de su pregunta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="48" />
            <source>Look deeper</source>
            <translation>Buscar más a fondo</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="48" />
            <source>Stop</source>
            <translation>Detener</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="48" />
            <source>What it did</source>
            <translation>Lo que hizo</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="48" />
            <source>Results without it</source>
            <translation>Resultados sin él</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="74" />
            <source>The language model can look for more.</source>
            <translation>El modelo de lenguaje puede buscar más.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="81" />
            <source>The language model is being started.</source>
            <translation>El modelo de lenguaje se está iniciando.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="100" />
            <source>found {count} more</source>
            <translation>encontró {count} más</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="101" />
            <source>found nothing more</source>
            <translation>no encontró nada más</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="102" />
            <source>step</source>
            <translation>paso</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="102" />
            <source>steps</source>
            <translation>pasos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="103" />
            <source>The language model took {count} and {more}.</source>
            <translation>El modelo de lenguaje dio {count} y {more}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="105" />
            <source>{number} step did not help.</source>
            <translation>{number} paso no ayudó.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="105" />
            <source>{number} steps did not help.</source>
            <translation>{number} pasos no ayudaron.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="138" />
            <source>Model: {model}</source>
            <translation>Modelo: {model}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="147" />
            <source>search</source>
            <translation>búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="147" />
            <source>searches</source>
            <translation>búsquedas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="148" />
            <source>{number} passage not found before</source>
            <translation>{number} pasaje no encontrado antes</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/deeper.py" line="148" />
            <source>{number} passages not found before</source>
            <translation>{number} pasajes no encontrados antes</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.filters</name>
        <message>
            <location filename="../../ui/features/search/filters.py" line="56" />
            <source>There is nothing to count.</source>
            <translation>No hay nada que contar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="57" />
            <source>Filters narrow all results, the less close ones too. The numbers count the close ones.</source>
            <translation>Los filtros limitan todos los resultados, también los menos cercanos. Los números cuentan los cercanos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="58" />
            <source>Not a date. Try 2015.</source>
            <translation>No es una fecha. Pruebe 2015.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="219" />
            <source>Results by year of filing</source>
            <translation>Resultados por año de presentación</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="220" />
            <source>Drag over years to see only those.</source>
            <translation>Arrastre sobre los años para ver solo esos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="245" />
            <source>{first} to {last}: {passages}</source>
            <translation>{first} a {last}: {passages}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="298" />
            <source>Filters</source>
            <translation>Filtros</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="309" />
            <source>{name}: date of filing</source>
            <translation>{name}: fecha de presentación</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="309" />
            <source>Any date</source>
            <translation>Cualquier fecha</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="310" />
            <source>A year, a month or a day: 2015, March 2015, March 15, 2015</source>
            <translation>Un año, un mes o un día: 2015, marzo de 2015, 15 de marzo de 2015</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="311" />
            <source>From</source>
            <translation>Desde</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="312" />
            <source>To</source>
            <translation>Hasta</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="313" />
            <source>Search the law as it was on a day. Of a month or a year the last day counts.</source>
            <translation>Buscar el derecho tal como era un día. De un mes o un año cuenta el último día.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="314" />
            <location filename="../../ui/features/search/filters.py" line="315" />
            <source>Law as of</source>
            <translation>Vigente al</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="314" />
            <source>Today</source>
            <translation>Hoy</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="322" />
            <source>Clear all</source>
            <translation>Quitar todos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="323" />
            <source>Clear filters</source>
            <translation>Quitar filtros</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="338" />
            <source>Filed from</source>
            <translation>Presentado</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="339" />
            <source>to</source>
            <translation>a</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="517" />
            <source>The results could not be counted. {remedy}</source>
            <translation>Los resultados no se pudieron contar. {remedy}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="534" />
            <source>{passages} without a date</source>
            <translation>{passages} sin fecha</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/filters.py" line="536" />
            <source>Numbers are estimates: there are very many results.</source>
            <translation>Los números son aproximados: hay muchísimos resultados.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.menu</name>
        <message>
            <location filename="../../ui/features/search/menu.py" line="36" />
            <source>Helpful</source>
            <translation>Útil</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="36" />
            <source>Not helpful</source>
            <translation>No útil</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="37" />
            <source>for the office</source>
            <translation>para la oficina</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="37" />
            <source>for you</source>
            <translation>para usted</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="38" />
            <source>Not in this library now</source>
            <translation>No está ahora en esta biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="44" />
            <source>Mark</source>
            <translation>Marca</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="44" />
            <source>Search</source>
            <translation>Búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="44" />
            <source>Document</source>
            <translation>Documento</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="44" />
            <source>Passage</source>
            <translation>Pasaje</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="44" />
            <source>Given</source>
            <translation>Dada</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="74" />
            <source>What you marked as helpful or not lets similar searches show it higher or lower, on this computer only. A mark that is taken back counts no more.</source>
            <translation>Lo que usted marcó como útil o no hace que búsquedas parecidas lo muestren más arriba o más abajo, solo en este equipo. Una marca retirada deja de contar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="78" />
            <source>What editors such as you mark as helpful or not lets similar searches show it higher or lower for everybody in the office. A mark that is taken back counts no more.</source>
            <translation>Lo que marcan como útil o no los editores como usted hace que búsquedas parecidas lo muestren más arriba o más abajo para toda la oficina. Una marca retirada ya no cuenta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="82" />
            <source>What you mark as helpful or not lets similar searches show it higher or lower for you alone. Marks of the office’s editors count for everybody, except where you marked the same passage for the same search.</source>
            <translation>Lo que marca como útil o no hace que búsquedas parecidas lo muestren más arriba o más abajo solo para usted. Las marcas de los editores de la oficina cuentan para todos, salvo donde usted marcó el mismo pasaje para la misma búsqueda.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="86" />
            <source>mark</source>
            <translation>marca</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="86" />
            <source>marks</source>
            <translation>marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="86" />
            <source>No mark has these words.</source>
            <translation>Ninguna marca tiene estas palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="89" />
            <source>You have not marked a passage yet.</source>
            <translation>Aún no ha marcado ningún pasaje.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="90" />
            <source>Press + or - on a result to say whether it helps with what you searched for.</source>
            <translation>Pulse + o - en un resultado para decir si ayuda con lo que buscó.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="97" />
            <source>Marks of BriefBank (*.json);;All files (*)</source>
            <translation>Marcas de BriefBank (*.json);;Todos los archivos (*)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="98" />
            <source>BriefBank marks.json</source>
            <translation>Marcas de BriefBank.json</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="109" />
            <location filename="../../ui/features/search/menu.py" line="132" />
            <source>Your marks</source>
            <translation>Sus marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="113" />
            <source>Marks</source>
            <translation>Marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="116" />
            <source>Narrow by search, document or words</source>
            <translation>Filtrar por búsqueda, documento o palabras</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="117" />
            <source>Narrow the list of marks</source>
            <translation>Filtrar la lista de marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="119" />
            <source>Reading your marks …</source>
            <translation>Leyendo sus marcas …</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="121" />
            <source>Take back</source>
            <translation>Retirar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="121" />
            <source>Take back the chosen marks (Delete)</source>
            <translation>Retirar las marcas elegidas (Supr)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="122" />
            <source>Take all back…</source>
            <translation>Retirarlas todas…</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="123" />
            <source>Import…</source>
            <translation>Importar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="123" />
            <source>Export…</source>
            <translation>Exportar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="124" />
            <source>Close</source>
            <translation>Cerrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="199" />
            <source>{number} mark was taken back.</source>
            <translation>Se retiró {number} marca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="199" />
            <source>{number} marks were taken back.</source>
            <translation>Se retiraron {number} marcas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="203" />
            <source>Take this mark back?</source>
            <translation>¿Retirar esta marca?</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="203" />
            <source>Take all {number} marks back?</source>
            <translation>¿Retirar las {number} marcas?</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="206" />
            <source>Take all marks back</source>
            <translation>Retirar todas las marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="208" />
            <source>Searches will order passages as if you had never marked any. Export them first if you may want them again.</source>
            <translation>Las búsquedas ordenarán los pasajes como si nunca hubiera marcado ninguno. Expórtelas antes si puede quererlas de nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="212" />
            <source>Take all back</source>
            <translation>Retirarlas todas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="213" />
            <source>Keep them</source>
            <translation>Conservarlas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="215" />
            <source>All marks were taken back.</source>
            <translation>Se retiraron todas las marcas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="222" />
            <source>The marks could not be taken back.</source>
            <translation>Las marcas no se pudieron retirar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="226" />
            <source>Export your marks</source>
            <translation>Exportar sus marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="231" />
            <source>Your marks were written to {path}.</source>
            <translation>Sus marcas se escribieron en {path}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="232" />
            <source>The marks could not be exported.</source>
            <translation>Las marcas no se pudieron exportar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="237" />
            <source>Import marks</source>
            <translation>Importar marcas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="243" />
            <source>The marks could not be imported.</source>
            <translation>Las marcas no se pudieron importar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="268" />
            <source>{number} mark was taken in.</source>
            <translation>Se incorporó {number} marca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="268" />
            <source>{number} marks were taken in.</source>
            <translation>Se incorporaron {number} marcas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="273" />
            <source>{number} of them is on a passage that is not in this library; it counts once the document is added.</source>
            <translation>{number} de ellas es sobre un pasaje que no está en esta biblioteca; cuenta en cuanto se añada el documento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="277" />
            <source>{number} of them are on passages that are not in this library; they count once the document is added.</source>
            <translation>{number} de ellas son sobre pasajes que no están en esta biblioteca; cuentan en cuanto se añada el documento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="285" />
            <source>Word file</source>
            <translation>Archivo Word</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="285" />
            <source>Table</source>
            <translation>Tabla</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="289" />
            <source>Marks are kept with the words of a search. This list was made from a passage.</source>
            <translation>Las marcas se guardan con las palabras de una búsqueda. Esta lista se hizo a partir de un pasaje.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="291" />
            <source>Marked as helpful for this search.</source>
            <translation>Marcado como útil para esta búsqueda.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="292" />
            <source>Marked as not helpful for this search.</source>
            <translation>Marcado como no útil para esta búsqueda.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="294" />
            <source>Your marks count for everybody in the office.</source>
            <translation>Sus marcas cuentan para toda la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="295" />
            <source>Your marks count for you alone.</source>
            <translation>Sus marcas cuentan solo para usted.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="337" />
            <source>The mark was not kept. {what} {remedy}</source>
            <translation>La marca no se guardó. {what} {remedy}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="345" />
            <source>The mark was taken back.</source>
            <translation>Se retiró la marca.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="359" />
            <source>There are no results to export: search first.</source>
            <translation>No hay resultados que exportar: busque primero.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="361" />
            <source>Results</source>
            <translation>Resultados</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="362" />
            <source>Export the results</source>
            <translation>Exportar los resultados</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="371" />
            <source>Collection</source>
            <translation>Colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="373" />
            <source>Export the collection</source>
            <translation>Exportar la colección</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="382" />
            <source>A file is still being written. Wait until it is done, or stop it.</source>
            <translation>Todavía se está escribiendo un archivo. Espere a que termine, o deténgalo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="388" />
            <source>The export was stopped. No file was written.</source>
            <translation>La exportación se detuvo. No se escribió ningún archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="396" />
            <source>{done} of {total} passages</source>
            <translation>{done} de {total} pasajes</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="401" />
            <source>Exporting</source>
            <translation>Exportando</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="401" />
            <source>Collecting the passages …</source>
            <translation>Reuniendo los pasajes …</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="406" />
            <source>passage was written</source>
            <translation>pasaje se escribió</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="406" />
            <source>passages were written</source>
            <translation>pasajes se escribieron</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="407" />
            <source>{many} to {file}.</source>
            <translation>{many} en {file}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="427" />
            <source>The list counts from the next search after you save it.</source>
            <translation>La lista cuenta a partir de la próxima búsqueda después de que la guarde.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="429" />
            <source>This computer has no program that opens text files. The list is {path}.</source>
            <translation>Este equipo no tiene ningún programa que abra archivos de texto. La lista es {path}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="436" />
            <source>{number} line of {name} could not be read and does not count.</source>
            <translation>{number} línea de {name} no se pudo leer y no cuenta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="437" />
            <source>{number} lines of {name} could not be read and do not count.</source>
            <translation>{number} líneas de {name} no se pudieron leer y no cuentan.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/menu.py" line="441" />
            <source>Words searched beside others</source>
            <translation>Palabras que se buscan junto a otras</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.model</name>
        <message>
            <location filename="../../ui/features/search/model.py" line="40" />
            <source>{number} more passage of this brief</source>
            <translation>{number} pasaje más de este escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="40" />
            <source>{number} more passages of this brief</source>
            <translation>{number} pasajes más de este escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="42" />
            <source>At least {number} more passage of this brief</source>
            <translation>Al menos {number} pasaje más de este escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="43" />
            <source>At least {number} more passages of this brief</source>
            <translation>Al menos {number} pasajes más de este escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="57" />
            <source>Less close</source>
            <translation>Menos cercanos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="59" />
            <source>{number} more brief</source>
            <translation>{number} escrito más</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="59" />
            <source>{number} more briefs</source>
            <translation>{number} escritos más</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="61" />
            <source>brief</source>
            <translation>escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="61" />
            <source>briefs</source>
            <translation>escritos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="198" />
            <source>This result is being read.</source>
            <translation>Este resultado se está leyendo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="209" />
            <source>collapsed</source>
            <translation>contraído</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="209" />
            <source>expanded</source>
            <translation>expandido</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/model.py" line="547" />
            <source>Further results could not be read. {remedy}</source>
            <translation>No se pudieron leer más resultados. {remedy}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.page</name>
        <message>
            <location filename="../../ui/features/search/page.py" line="53" />
            <source>This is the first result.</source>
            <translation>Este es el primer resultado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="53" />
            <source>This is the last result.</source>
            <translation>Este es el último resultado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="54" />
            <source>This is the first brief.</source>
            <translation>Este es el primer escrito.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="54" />
            <source>This is the last brief.</source>
            <translation>Este es el último escrito.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="55" />
            <source>This is the last result shown. Folded beneath it: {what}.</source>
            <translation>Este es el último resultado que se muestra. Plegado debajo: {what}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="56" />
            <source>Nothing close follows. Open the line “Less close” for more.</source>
            <translation>No sigue nada cercano. Abra la línea «Menos cercanos» para ver más.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="456" />
            <source>There is no search before this one.</source>
            <translation>No hay ninguna búsqueda anterior a esta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="459" />
            <source>There is no search after this one.</source>
            <translation>No hay ninguna búsqueda posterior a esta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="492" />
            <source>Type what to search for: the law counts as of {day}.</source>
            <translation>Escriba qué buscar: cuenta el derecho del {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="672" />
            <source>The passage was copied with its citation.</source>
            <translation>El pasaje se copió con su cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="679" />
            <source>A summary cannot be copied. Go to the pages first (F6).</source>
            <translation>Un resumen no se puede copiar. Vaya primero a las páginas (F6).</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="684" />
            <source>The passage that is open was copied with its citation.</source>
            <translation>El pasaje abierto se copió con su cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="686" />
            <source>Select text in the pages first; it is then copied with its citation.</source>
            <translation>Seleccione primero texto en las páginas; entonces se copia con su cita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/page.py" line="690" />
            <source>There is nothing to copy: open a passage first.</source>
            <translation>No hay nada que copiar: abra primero un pasaje.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.result_list</name>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="48" />
            <source>Other versions</source>
            <translation>Otras versiones</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="49" />
            <source>Documents with the same text</source>
            <translation>Documentos con el mismo texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="51" />
            <source>Helpful for this search (+). Press again to take it back.</source>
            <translation>Útil para esta búsqueda (+). Pulse otra vez para retirarlo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="52" />
            <source>Not helpful for this search (-). Press again to take it back.</source>
            <translation>No útil para esta búsqueda (-). Pulse otra vez para retirarlo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="53" />
            <source>Copy the passage with its citation (Ctrl+C)</source>
            <translation>Copiar el pasaje con su cita (Ctrl+C)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="54" />
            <source>Put the passage into a collection (Ctrl+D)</source>
            <translation>Poner el pasaje en una colección (Ctrl+D)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="55" />
            <source>Show the whole passage (Right) or less of it (Left)</source>
            <translation>Mostrar el pasaje entero (Flecha derecha) o menos (Flecha izquierda)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="56" />
            <source>Open the other version at this passage (V)</source>
            <translation>Abrir la otra versión en este pasaje (V)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="57" />
            <source>Choose another document that says the same (S)</source>
            <translation>Elegir otro documento que dice lo mismo (S)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="58" />
            <source>More like this (M)</source>
            <translation>Más como este (M)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="97" />
            <source>Results</source>
            <translation>Resultados</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="99" />
            <source>The arrow keys show a passage beside the list, Enter opens it in its brief, plus and minus say whether it helps, Control C copies it, M finds more like it.</source>
            <translation>Las flechas muestran un pasaje junto a la lista, Intro lo abre en su escrito, más y menos dicen si ayuda, Control C lo copia, M busca más como este.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="416" />
            <source>Open in its brief</source>
            <translation>Abrir en su escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="417" />
            <source>Open beside</source>
            <translation>Abrir al lado</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="418" />
            <source>Copy passage with citation</source>
            <translation>Copiar el pasaje con su cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="419" />
            <source>Put into a collection…</source>
            <translation>Poner en una colección…</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="420" />
            <source>More like this</source>
            <translation>Más como este</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="424" />
            <source>Helpful for this search</source>
            <translation>Útil para esta búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="424" />
            <source>Not helpful for this search</source>
            <translation>No útil para esta búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_list.py" line="443" />
            <source>and {number:,} older ones</source>
            <translation>y {number:,} más antiguos</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.result_texts</name>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="30" />
            <source>Briefs</source>
            <translation>Escritos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="31" />
            <source>Opinions</source>
            <translation>Sentencias</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="32" />
            <source>Statutes</source>
            <translation>Leyes</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="33" />
            <source>Rules</source>
            <translation>Reglas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="34" />
            <source>Directives</source>
            <translation>Directivas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="35" />
            <source>Memos</source>
            <translation>Memorandos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="36" />
            <source>Mails</source>
            <translation>Correos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="37" />
            <source>Other documents</source>
            <translation>Otros documentos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="40" />
            <source>newest first</source>
            <translation>los más recientes primero</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="40" />
            <source>best match first</source>
            <translation>los más afines primero</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="42" />
            <source>New since you last looked</source>
            <translation>Nuevo desde su última consulta</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="44" />
            <source>marked as helpful</source>
            <translation>marcado como útil</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="44" />
            <source>marked as not helpful</source>
            <translation>marcado como no útil</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="59" />
            <source>Also in another version: {day}</source>
            <translation>También en otra versión: {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="60" />
            <source>Also in {number} other versions</source>
            <translation>También en otras {number} versiones</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="67" />
            <source>and {number} more with the same text</source>
            <translation>y {number} más con el mismo texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="73" />
            <source>No passages found</source>
            <translation>No se encontraron pasajes</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="76" />
            <source>more than {passages}</source>
            <translation>más de {passages}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="83" />
            <source>More like “{text}” ({where})</source>
            <translation>Más como «{text}» ({where})</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="90" />
            <source>Why it is here: {reasons}</source>
            <translation>Por qué está aquí: {reasons}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="104" />
            <source>today</source>
            <translation>hoy</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="106" />
            <source>on {day}</source>
            <translation>el {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="110" />
            <source>in {named}</source>
            <translation>en {named}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="112" />
            <source>from {named}</source>
            <translation>{named}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="114" />
            <source>Not the law {when}: {count}</source>
            <translation>No era derecho vigente {when}: {count}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="129" />
            <source>Read from a scan with little certainty ({percent} %)</source>
            <translation>Leído de un escaneo con poca certeza ({percent} %)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="135" />
            <source>Result {rank}</source>
            <translation>Resultado {rank}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="137" />
            <source>Less close</source>
            <translation>Menos cercanos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="154" />
            <source>Kind</source>
            <translation>Clase</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="154" />
            <source>kind</source>
            <translation>clase</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="155" />
            <source>Court</source>
            <translation>Tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="155" />
            <source>court</source>
            <translation>tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="156" />
            <source>Written by</source>
            <translation>Redactado por</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="156" />
            <source>written by</source>
            <translation>redactado por</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="157" />
            <source>Folder</source>
            <translation>Carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="157" />
            <source>in the folder</source>
            <translation>en la carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="158" />
            <source>Authority cited</source>
            <translation>Autoridad citada</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="158" />
            <source>cites</source>
            <translation>cita</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="170" />
            <source>an authority</source>
            <translation>una autoridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="178" />
            <source>filed</source>
            <translation>presentado</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="185" />
            <source>law as of {day}</source>
            <translation>derecho vigente el {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="203" />
            <source>{first} to {last}</source>
            <translation>{first} a {last}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="204" />
            <source>since {day}</source>
            <translation>desde {day}</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/result_texts.py" line="204" />
            <source>until {day}</source>
            <translation>hasta {day}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.results</name>
        <message>
            <location filename="../../ui/features/search/results.py" line="35" />
            <source>Searching by words; meaning is being prepared.</source>
            <translation>Se busca por palabras; el significado se está preparando.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="36" />
            <source>Searching by words only: meaning could not be prepared. Help, Self-test says why.</source>
            <translation>Se busca solo por palabras: el significado no se pudo preparar. Ayuda, Autocomprobación dice por qué.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="37" />
            <source>More passages can be found by meaning now.</source>
            <translation>Ahora se pueden encontrar más pasajes por su significado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="38" />
            <source>Nothing in the library matches this search.</source>
            <translation>Nada en la biblioteca corresponde a esta búsqueda.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="57" />
            <source>Show</source>
            <translation>Mostrar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="58" />
            <source>Show the better order</source>
            <translation>Mostrar el mejor orden</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="59" />
            <source>Show the better order (F5)</source>
            <translation>Mostrar el mejor orden (F5)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="60" />
            <source>Group by brief</source>
            <translation>Agrupar por escrito</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="60" />
            <source>Group by brief (Ctrl+Shift+G)</source>
            <translation>Agrupar por escrito (Ctrl+Mayús+G)</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="67" />
            <source>Show the files</source>
            <translation>Mostrar los archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="106" />
            <source>Searching …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="177" />
            <source>Nothing is close</source>
            <translation>Nada es cercano</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="196" />
            <source>It is about “{piece}”.</source>
            <translation>Se trata de «{piece}».</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="212" />
            <location filename="../../ui/features/search/results.py" line="339" />
            <source>Search again</source>
            <translation>Buscar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="248" />
            <source>{passages}, better order ready</source>
            <translation>{passages}, hay un orden mejor</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="250" />
            <source>{passages}, better order ready. F5 shows it.</source>
            <translation>{passages}, hay un orden mejor. F5 lo muestra.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="260" />
            <source>The library changed since.</source>
            <translation>La biblioteca cambió desde entonces.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="335" />
            <source>{number} document was added since.</source>
            <translation>Desde entonces se añadió {number} documento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="336" />
            <source>{number} documents were added since.</source>
            <translation>Desde entonces se añadieron {number} documentos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="365" />
            <source>Nothing yet; {number} file is still being read.</source>
            <translation>Nada todavía; aún se está leyendo {number} archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/results.py" line="367" />
            <source>Nothing yet; {number} files are still being read.</source>
            <translation>Nada todavía; aún se están leyendo {number} archivos.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.search.start</name>
        <message>
            <location filename="../../ui/features/search/start.py" line="40" />
            <source>Search your office’s briefs.</source>
            <translation>Busque en los escritos de su oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="41" />
            <source>Type the issue as you would say it to a colleague. The newest of the relevant passages come first.</source>
            <translation>Escriba la cuestión como se la diría a un colega. Los pasajes pertinentes más recientes van primero.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="44" />
            <source>The searches that you ask, those that you save with Ctrl+S, and the briefs that you open will stand here. They are kept on this computer, for you alone.</source>
            <translation>Aquí aparecerán las búsquedas que haga, las que guarde con Ctrl+S y los escritos que abra. Se conservan en este equipo, solo para usted.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="48" />
            <source>Searches and opened briefs are not remembered on this computer; the settings say so.</source>
            <translation>En este equipo no se recuerdan las búsquedas ni los escritos abiertos; así lo indica la configuración.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="49" />
            <source>It stands on the page before a search, and says how many results are new since you opened it last.</source>
            <translation>Aparece en la página anterior a una búsqueda y dice cuántos resultados son nuevos desde que la abrió por última vez.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="52" />
            <source>This list was made from a passage. A search that is typed can be saved.</source>
            <translation>Esta lista se hizo a partir de un pasaje. Se puede guardar una búsqueda escrita.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="53" />
            <source>Type a search first, then save it with Ctrl+S.</source>
            <translation>Escriba primero una búsqueda y guárdela después con Ctrl+S.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="89" />
            <source>read to file page {page:,} of {pages:,}</source>
            <translation>leído hasta la página {page:,} de {pages:,} del archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="97" />
            <location filename="../../ui/features/search/start.py" line="97" />
            <source>{number} new</source>
            <translation>{number} sin ver</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="106" />
            <source>yesterday</source>
            <translation>ayer</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="117" />
            <source>{number} result is new since {day}.</source>
            <translation>{number} resultado es nuevo desde el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="117" />
            <source>{number} results are new since {day}.</source>
            <translation>{number} resultados son nuevos desde el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="150" />
            <source>Saved searches</source>
            <translation>Búsquedas guardadas</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="151" />
            <source>Recent searches</source>
            <translation>Búsquedas recientes</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="152" />
            <source>Recently opened briefs</source>
            <translation>Escritos abiertos hace poco</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="196" />
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="198" />
            <source>Rename…</source>
            <translation>Cambiar nombre…</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="199" />
            <source>Move up</source>
            <translation>Subir</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="200" />
            <source>Move down</source>
            <translation>Bajar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="201" />
            <source>Remove</source>
            <translation>Quitar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="203" />
            <source>Forget this</source>
            <translation>Olvidar esto</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="354" />
            <location filename="../../ui/features/search/start.py" line="363" />
            <source>Save this search</source>
            <translation>Guardar esta búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="360" />
            <source>Rename the saved search</source>
            <translation>Cambiar el nombre de la búsqueda guardada</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="374" />
            <source>Save</source>
            <translation>Guardar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="375" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="378" />
            <source>Name of the search</source>
            <translation>Nombre de la búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="392" />
            <source>The search was saved as “{name}”.</source>
            <translation>La búsqueda se guardó como «{name}».</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="420" />
            <source>“{name}” was removed.</source>
            <translation>«{name}» se quitó.</translation>
        </message>
        <message>
            <location filename="../../ui/features/search/start.py" line="421" />
            <source>Undo</source>
            <translation>Deshacer</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.activity_log</name>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="34" />
            <location filename="../../ui/features/settings/activity_log.py" line="188" />
            <source>Activity log</source>
            <translation>Registro de actividad</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="35" />
            <source>What was done with this library. Documents stand here by their number; no text, title, name, search or file name is written down.</source>
            <translation>Lo que se hizo con esta biblioteca. Los documentos figuran aquí por su número; no se anota ningún texto, título, nombre, búsqueda ni nombre de archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="39" />
            <source>What was done with the office’s library: by whom, at which computer, and in which matter, by its docket number. Documents stand here by their number; no text, title, search or file name is written down.</source>
            <translation>Lo que se hizo con la biblioteca de la oficina: quién, en qué equipo y en qué asunto, por su número de expediente. Los documentos figuran aquí por su número; no se anota ningún texto, título, búsqueda ni nombre de archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="43" />
            <source>Looking whether the log is complete …</source>
            <translation>Comprobando si el registro está completo …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="44" />
            <source>The log is complete: every entry is as it was written.</source>
            <translation>El registro está completo: cada entrada está como se escribió.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="55" />
            <source>Everything</source>
            <translation>Todo lo hecho</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="56" />
            <source>Documents added, corrected and removed</source>
            <translation>Documentos añadidos, corregidos y quitados</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="57" />
            <source>Exports</source>
            <translation>Exportaciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="58" />
            <source>Summaries opened</source>
            <translation>Resúmenes abiertos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="59" />
            <source>The good-law list</source>
            <translation>La lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="60" />
            <source>Settings</source>
            <translation>Configuración</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="61" />
            <source>Backups, repairs and self-tests</source>
            <translation>Copias de seguridad, reparaciones y autocomprobaciones</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="62" />
            <source>The log itself</source>
            <translation>El propio registro</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="65" />
            <source>Documents opened and sent</source>
            <translation>Documentos abiertos y enviados</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="66" />
            <source>Persons: signed in, refused, kept from a matter</source>
            <translation>Personas: sesiones iniciadas, rechazos, asuntos reservados</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="68" />
            <source>The log has no entry of this kind.</source>
            <translation>El registro no tiene entradas de este tipo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="69" />
            <source>Choose “Everything” to see the rest.</source>
            <translation>Elija «Todo lo hecho» para ver el resto.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="70" />
            <source>Tell whoever looks after this computer, and keep a copy of the library as it is.</source>
            <translation>Avise a quien cuida de este equipo, y guarde una copia de la biblioteca tal como está.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="105" />
            <source>Which entries</source>
            <translation>Qué entradas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="110" />
            <source>Show older ones</source>
            <translation>Mostrar anteriores</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="110" />
            <source>Export…</source>
            <translation>Exportar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="165" />
            <source>entry</source>
            <translation>entrada</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="165" />
            <source>entries</source>
            <translation>entradas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="167" />
            <source>The newest {number:,} entries</source>
            <translation>Las {number:,} entradas más recientes</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="180" />
            <source>And {number:,} more.</source>
            <translation>Y {number:,} más.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="181" />
            <source>The log is not complete.</source>
            <translation>El registro no está completo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="187" />
            <source>Table</source>
            <translation>Tabla</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="188" />
            <source>Export the activity log</source>
            <translation>Exportar el registro de actividad</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="203" />
            <source>entry was written</source>
            <translation>entrada se escribió</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="203" />
            <source>entries were written</source>
            <translation>entradas se escribieron</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="204" />
            <source>{many} to {file}.</source>
            <translation>{many} en {file}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="222" />
            <source>Show the activity log…</source>
            <translation>Mostrar el registro de actividad…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/activity_log.py" line="223" />
            <source>BriefBank keeps a log of what is added, removed, corrected, exported and changed in this library, without any content. Each entry is bound to the one before it, so that a change in the log shows.</source>
            <translation>BriefBank lleva un registro de lo que se añade, retira, corrige, exporta y cambia en esta biblioteca, sin ningún contenido. Cada entrada está vinculada a la anterior, de modo que un cambio en el registro se nota.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.care</name>
        <message>
            <location filename="../../ui/features/settings/care.py" line="27" />
            <source>The library is in order.</source>
            <translation>La biblioteca está en orden.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="28" />
            <source>Some things do not agree. Repairing loses no document.</source>
            <translation>Algunas cosas no concuerdan. La reparación no pierde ningún documento.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="30" />
            <source>A backup holds the originals and all that BriefBank knows of them. Choose a folder on another disk. A later backup in the same folder copies only what is new.</source>
            <translation>Una copia de seguridad contiene los originales y todo lo que BriefBank sabe de ellos. Elija una carpeta en otro disco. Una copia posterior en la misma carpeta copia solo lo nuevo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="40" />
            <source>Backup and repair</source>
            <translation>Copia de seguridad y reparación</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="44" />
            <source>Back up…</source>
            <translation>Hacer copia…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="44" />
            <source>Restore…</source>
            <translation>Restaurar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="46" />
            <source>Try a restore…</source>
            <translation>Probar una restauración…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="47" />
            <source>Restore a backup beside this library, compare all of it, and delete what was restored</source>
            <translation>Restaurar una copia de seguridad junto a esta biblioteca, compararla entera y borrar lo restaurado</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="51" />
            <source>Check</source>
            <translation>Comprobar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="51" />
            <source>Repair</source>
            <translation>Reparar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="52" />
            <source>Rebuild indexes</source>
            <translation>Rehacer los índices</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="52" />
            <source>Self-test</source>
            <translation>Autocomprobación</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="53" />
            <source>Also read every file and passage, which takes minutes</source>
            <translation>Leer también todos los archivos y pasajes, lo que tarda minutos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="57" />
            <source>Stop</source>
            <translation>Detener</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="59" />
            <source>Progress</source>
            <translation>Avance</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="95" />
            <source>Last check: {moment}</source>
            <translation>Última comprobación: {moment}</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="96" />
            <source>Last backup: {moment}</source>
            <translation>Última copia de seguridad: {moment}</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="102" />
            <source>Repairing the library …</source>
            <translation>Reparando la biblioteca …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="102" />
            <source>Checking the library …</source>
            <translation>Comprobando la biblioteca …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="108" />
            <source>Rebuilding the indexes …</source>
            <translation>Rehaciendo los índices …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="111" />
            <source>Choose a folder for the backup</source>
            <translation>Elegir una carpeta para la copia de seguridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="116" />
            <source>Backing up …</source>
            <translation>Haciendo la copia de seguridad …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="119" />
            <location filename="../../ui/features/settings/care.py" line="126" />
            <source>Choose the folder of the backup</source>
            <translation>Elegir la carpeta de la copia de seguridad</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="121" />
            <source>Trying a restore …</source>
            <translation>Probando una restauración …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="129" />
            <source>Restore the library</source>
            <translation>Restaurar la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="130" />
            <source>Put the backup in {folder} in the place of this library?</source>
            <translation>¿Poner la copia de seguridad de {folder} en lugar de esta biblioteca?</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="131" />
            <source>The library as it is now is kept as a backup first, so that you can go back to it. Adding files rests meanwhile.</source>
            <translation>Antes se guarda la biblioteca como está ahora en una copia de seguridad, para que pueda volver a ella. Mientras tanto no se añaden archivos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="135" />
            <source>Restore</source>
            <translation>Restaurar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="136" />
            <source>Leave it as it is</source>
            <translation>Dejarla como está</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="145" />
            <source>Restoring: the current steps are being finished …</source>
            <translation>Restauración: se están terminando los pasos en curso …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="156" />
            <source>Restoring …</source>
            <translation>Restaurando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="191" />
            <source>{stage}: {done:,} of {total:,}</source>
            <translation>{stage}: {done:,} de {total:,}</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="238" />
            <source>Stopped. The library is as it was.</source>
            <translation>Detenido. La biblioteca está como estaba.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="251" />
            <source>The backup of {moment} cannot be restored as it was.</source>
            <translation>La copia de seguridad de {moment} no se puede restaurar tal como era.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="253" />
            <source>The backup of {moment} can be restored: {documents}, {files} and {passages} are as they were.</source>
            <translation>La copia de seguridad de {moment} se puede restaurar: {documents}, {files} y {passages} están como estaban.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="267" />
            <source>every file was there from an earlier backup</source>
            <translation>todos los archivos estaban ya en una copia anterior</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="270" />
            <source>{files} ({size}) copied</source>
            <translation>{files} ({size}) copiados</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="271" />
            <source>The backup is complete: {documents}, {copied}. It is in {folder}.</source>
            <translation>La copia de seguridad está completa: {documents}, {copied}. Está en {folder}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="274" />
            <source>The library was restored: {documents}.</source>
            <translation>La biblioteca se restauró: {documents}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="277" />
            <source>The state before is kept as a backup in {folder}.</source>
            <translation>El estado anterior se conserva como copia de seguridad en {folder}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="284" />
            <source>Repaired</source>
            <translation>Reparado</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="285" />
            <source>{count} can be found by words.</source>
            <translation>{count} se pueden encontrar por palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="286" />
            <source>{count} can be found by meaning.</source>
            <translation>{count} se pueden encontrar por significado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="288" />
            <source>{waiting:,} more are being prepared in the background.</source>
            <translation>{waiting:,} más se están preparando en segundo plano.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="292" />
            <source>{number} of them was read with a gap in caption, headings or citations.</source>
            <translation>{number} de ellos se leyó con una laguna en la carátula, los encabezados o las citas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="293" />
            <source>{number} of them were read with a gap in caption, headings or citations.</source>
            <translation>{number} de ellos se leyeron con una laguna en la carátula, los encabezados o las citas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="296" />
            <source>{number} of them gives a filing date that lies in the future. Correct it in its caption.</source>
            <translation>{number} de ellos indica una fecha de presentación que está en el futuro. Corríjala en su carátula.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="297" />
            <source>{number} of them give filing dates that lie in the future. Correct them in the captions.</source>
            <translation>{number} de ellos indican fechas de presentación que están en el futuro. Corríjalas en las carátulas.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="302" />
            <source>Documents</source>
            <translation>Documentos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="303" />
            <source>Words</source>
            <translation>Palabras</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/care.py" line="304" />
            <source>Meaning</source>
            <translation>Significado</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.folders</name>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="27" />
            <source>No folder is watched. Documents, mails and scans that appear in a watched folder are added.</source>
            <translation>No se vigila ninguna carpeta. Los documentos, correos e imágenes escaneadas que aparecen en una carpeta vigilada se añaden.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="28" />
            <source>New files in these folders are added by themselves.</source>
            <translation>Los archivos nuevos de estas carpetas se añaden solos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="29" />
            <source>Nothing leaves this computer, unless your office has set a server for text recognition below.</source>
            <translation>Nada sale de este equipo, salvo que su oficina haya indicado abajo un servidor de reconocimiento de texto.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="30" />
            <source>What you search and the files that you add go to the office server. Pages that you opened stay on this computer, until you sign out if the system does not encrypt its disk.</source>
            <translation>Lo que busca y los archivos que añade van al servidor de la oficina. Las páginas que abrió se quedan en este equipo, hasta que cierre la sesión si el sistema no cifra el disco.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="35" />
            <source>of originals</source>
            <translation>de originales</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="36" />
            <source>of reading copies of scans, Word, text and HTML files</source>
            <translation>de copias de lectura de escaneos y de archivos Word, de texto y HTML</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="37" />
            <source>in the catalogue</source>
            <translation>en el catálogo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="38" />
            <source>in the index of words</source>
            <translation>en el índice de palabras</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="39" />
            <source>in the index of meaning</source>
            <translation>en el índice de significado</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="40" />
            <source>free on this disk</source>
            <translation>libres en este disco</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="49" />
            <location filename="../../ui/features/settings/folders.py" line="50" />
            <source>Watched folders</source>
            <translation>Carpetas vigiladas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="51" />
            <source>Add a folder…</source>
            <translation>Añadir carpeta…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="53" />
            <source>Stop watching</source>
            <translation>Dejar de vigilar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="53" />
            <source>The files that were added stay in the library</source>
            <translation>Los archivos añadidos se quedan en la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="84" />
            <source>Choose a folder to watch</source>
            <translation>Elegir una carpeta que vigilar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="103" />
            <source>Large folders</source>
            <translation>Carpetas grandes</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="119" />
            <source>Where your briefs are kept</source>
            <translation>Dónde se guardan sus escritos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="122" />
            <source>Looking …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/folders.py" line="139" />
            <source>On the server of {office}</source>
            <translation>En el servidor de {office}</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.local_model</name>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="39" />
            <source>The file is looked at.</source>
            <translation>Se examina el archivo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="40" />
            <source>The model is loaded and tested. That takes up to some minutes.</source>
            <translation>El modelo se carga y se prueba. Puede tardar algunos minutos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="41" />
            <source>The local model is busy with something else. It is tested after that.</source>
            <translation>El modelo local está ocupado con otra cosa. Se probará después.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="42" />
            <source>A language model on this computer can add a summary in its own words to that in the document’s own. Each sentence is checked against the document, and all of it stays behind a warning and cannot be copied. BriefBank brings no model along and fetches none: choose the file of one that your office has.</source>
            <translation>Un modelo de lenguaje en este equipo puede añadir un resumen con sus propias palabras al que usa las del documento. Cada frase se comprueba con el documento, y todo queda detrás de una advertencia y no se puede copiar. BriefBank no trae ningún modelo ni descarga ninguno: elija el archivo de uno que tenga su oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="48" />
            <source>Screen readers may read these summaries aloud</source>
            <translation>Los lectores de pantalla pueden leer estos resúmenes en voz alta</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="49" />
            <source>All of this is off until you switch it on. It takes the model’s time, seconds to minutes, and helps only with models that are good enough. Most of it is used where you press “Look deeper” beside the results; each step that the model took is shown.</source>
            <translation>Todo esto está apagado hasta que usted lo encienda. Ocupa al modelo de segundos a minutos, y solo ayuda con modelos bastante buenos. La mayor parte se usa al pulsar «Buscar más a fondo» junto a los resultados; se muestra cada paso que dio el modelo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="54" />
            <source>The model did not answer in the form that summaries need, so all of them would be withheld.</source>
            <translation>El modelo no respondió en la forma que necesitan los resúmenes, de modo que todos se retendrían.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="58" />
            <source>Search by issue, rule, application and conclusion</source>
            <translation>Buscar por cuestión, regla, aplicación y conclusión</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="59" />
            <source>The model writes what a brief on your question might say, and that is searched for too. It brings in no section or rule that you did not name.</source>
            <translation>El modelo escribe lo que podría decir un escrito sobre su pregunta, y eso también se busca. No añade ningún artículo ni regla que usted no haya nombrado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="65" />
            <source>Search in other words</source>
            <translation>Buscar con otras palabras</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="66" />
            <source>Your question is searched for in up to three other wordings too.</source>
            <translation>Su pregunta se busca también en hasta tres formulaciones más.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="69" />
            <source>Take long questions apart</source>
            <translation>Descomponer preguntas largas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="70" />
            <source>A question of several parts is searched for part by part.</source>
            <translation>Una pregunta de varias partes se busca parte por parte.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="73" />
            <source>Look through the first 20 passages</source>
            <translation>Examinar los primeros 20 pasajes</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="74" />
            <source>The model reads them and moves those up that it finds to answer your question.</source>
            <translation>El modelo los lee y sube los que, según él, responden a su pregunta.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="77" />
            <source>Search in several steps</source>
            <translation>Buscar en varios pasos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="78" />
            <source>The model reads what was found and searches again, six times at most, in this library alone. You get passages, never an answer in its words.</source>
            <translation>El modelo lee lo encontrado y busca de nuevo, seis veces como máximo, solo en esta biblioteca. Usted recibe pasajes, nunca una respuesta con sus palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="84" />
            <source>Choose the governing provision</source>
            <translation>Elegir la disposición aplicable</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="85" />
            <source>In Find a provision, the model chooses among the first 20.</source>
            <translation>En Buscar la disposición aplicable, el modelo elige entre las 20 primeras.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="88" />
            <source>Cut long sections where the matter turns</source>
            <translation>Cortar las secciones largas donde cambia el asunto</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="89" />
            <source>The menu of a document in Library then offers it. Passages are cut anew; no word is changed.</source>
            <translation>El menú de un documento en Biblioteca lo ofrece entonces. Los pasajes se cortan de nuevo; no se cambia ninguna palabra.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="99" />
            <source>A language model for summaries</source>
            <translation>Un modelo de lenguaje para resúmenes</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="103" />
            <source>Choose a model file…</source>
            <translation>Elegir un archivo de modelo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="104" />
            <source>Test it and use it</source>
            <translation>Probarlo y usarlo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="105" />
            <source>Test run</source>
            <translation>Prueba</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="106" />
            <source>Stop</source>
            <translation>Detener</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="107" />
            <source>Use none</source>
            <translation>No usar ninguno</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="108" />
            <source>Which models suit this computer</source>
            <translation>Qué modelos convienen a este equipo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="126" />
            <source>What else the language model may do</source>
            <translation>Qué más puede hacer el modelo de lenguaje</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="163" />
            <source>Language models (*.gguf);;All files (*)</source>
            <translation>Modelos de lenguaje (*.gguf);;Todos los archivos (*)</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="164" />
            <source>Choose the file of a language model</source>
            <translation>Elegir el archivo de un modelo de lenguaje</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="235" />
            <source>No model is used.</source>
            <translation>No se usa ningún modelo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="241" />
            <source>This file was looked at and is not used yet.</source>
            <translation>Este archivo se examinó y aún no se usa.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="242" />
            <source>Until then {name} is used.</source>
            <translation>Hasta entonces se usa {name}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="254" />
            <source>This model is used.</source>
            <translation>Se usa este modelo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="259" />
            <source>{name} is used.</source>
            <translation>Se usa {name}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="265" />
            <source>is loaded</source>
            <translation>se está cargando</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="265" />
            <source>writes a little</source>
            <translation>escribe un poco</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="266" />
            <source>The model {doing}. That takes up to some minutes.</source>
            <translation>El modelo {doing}. Puede tardar algunos minutos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="348" />
            <source>{max} million</source>
            <translation>{max} millones</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="350" />
            <source>{value:.1f} billion</source>
            <translation>{value:.1f} mil millones</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="351" />
            <source>{size}, {count} parameters, {precision}</source>
            <translation>{size}, {count} de parámetros, {precision}</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="354" />
            <source>About {gigabytes} while it works; {gigabytes_2} are free now.</source>
            <translation>Unos {gigabytes} mientras trabaja; ahora hay {gigabytes_2} libres.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="358" />
            <source>Name</source>
            <translation>Nombre</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="359" />
            <source>File</source>
            <translation>Archivo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="360" />
            <source>Size</source>
            <translation>Tamaño</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="361" />
            <source>Licence</source>
            <translation>Licencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="361" />
            <source>The file names none. Ask where it came from before you use it.</source>
            <translation>El archivo no indica ninguna. Pregunte de dónde procede antes de usarlo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="362" />
            <source>Memory</source>
            <translation>Memoria</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="369" />
            <source>Tested: it was loaded in {duration}, writes {rate:.0f} words a second and took {memory} of memory. One summary takes about {duration_2}, longer where sentences are corrected.</source>
            <translation>Probado: se cargó en {duration}, escribe {rate:.0f} palabras por segundo y ocupó {memory} de memoria. Un resumen tarda unos {duration_2}, más si hay que corregir frases.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="383" />
            <source>{NO_FORM} It is not used. Choose an instruct model.</source>
            <translation>{NO_FORM} No se usa. Elija un modelo de instrucciones.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="385" />
            <source>{NO_FORM} It stays chosen until you choose an instruct model or press “Use none”.</source>
            <translation>{NO_FORM} Sigue elegido hasta que usted elija un modelo de instrucciones o pulse «No usar ninguno».</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="396" />
            <source>{value:.1f} GB</source>
            <translation>{value:.1f} GB</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="401" />
            <source>{round} minutes</source>
            <translation>{round} minutos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/local_model.py" line="402" />
            <source>{round} seconds</source>
            <translation>{round} segundos</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.models</name>
        <message>
            <location filename="../../ui/features/settings/models.py" line="27" />
            <source>BriefBank also finds passages that say the same in other words. The model for that can be replaced by another one, from a folder on this computer. All passages are then prepared again in the background, those of the newest briefs first.</source>
            <translation>BriefBank también encuentra pasajes que dicen lo mismo con otras palabras. El modelo que lo hace puede sustituirse por otro, desde una carpeta de este equipo. Entonces todos los pasajes se preparan de nuevo en segundo plano, primero los de los escritos más recientes.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="32" />
            <source>Kept. All passages are now prepared again with this model, in the background, those of the newest briefs first. Until then searches by meaning find only what is prepared.</source>
            <translation>Guardado. Todos los pasajes se preparan de nuevo con este modelo en segundo plano, primero los de los escritos más recientes. Hasta entonces, las búsquedas por significado encuentran solo lo que ya está preparado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="36" />
            <source>A second model can read your question together with each passage, and put the first 50 results in a better order. Each search then takes longer. BriefBank brings none along; choose the folder of one that your office has.</source>
            <translation>Un segundo modelo puede leer su pregunta junto con cada pasaje y ordenar mejor los primeros 50 resultados. Cada búsqueda tarda entonces más. BriefBank no trae ninguno; elija la carpeta de uno que tenga su oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="41" />
            <source>Kept. The first 50 results of each search are compared by this model.</source>
            <translation>Guardado. Este modelo compara los 50 primeros resultados de cada búsqueda.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="42" />
            <source>Kept. Results are not compared by a model.</source>
            <translation>Guardado. Ningún modelo compara los resultados.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="43" />
            <source>The model is loaded and tried. That takes half a minute where it is new to this computer.</source>
            <translation>El modelo se carga y se prueba. Tarda medio minuto si es nuevo en este equipo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="44" />
            <source>Scans are read on this computer by Tesseract. A server with olmOCR reads old and faint ones better.</source>
            <translation>Los escaneos se leen en este equipo con Tesseract. Un servidor con olmOCR lee mejor los viejos y pálidos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="47" />
            <source>Pictures of scanned pages are then sent to this server over your office’s network, and its keepers can read them. Name only a server that your own office runs. Nothing else leaves this computer.</source>
            <translation>Las imágenes de las páginas escaneadas se envían entonces a este servidor por la red de su oficina, y quienes lo administran pueden leerlas. Indique solo un servidor que gestione su propia oficina. Nada más sale de este equipo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="81" />
            <source>Chosen folder: {folder}</source>
            <translation>Carpeta elegida: {folder}</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="87" />
            <source>Choose the folder of a model</source>
            <translation>Elegir la carpeta de un modelo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="125" />
            <source>Choose another model…</source>
            <translation>Elegir otro modelo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="125" />
            <source>Use BriefBank’s own model</source>
            <translation>Usar el modelo de BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="127" />
            <source>Search by meaning</source>
            <translation>Búsqueda por significado</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="137" />
            <source>Model: {model}</source>
            <translation>Modelo: {model}</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="151" />
            <source>Choose a model…</source>
            <translation>Elegir un modelo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="151" />
            <source>Compare no results</source>
            <translation>No comparar resultados</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="152" />
            <source>Comparing the first results</source>
            <translation>Comparación de los primeros resultados</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="170" />
            <source>Text recognition on a server of your office</source>
            <translation>Reconocimiento de texto en un servidor de su oficina</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="176" />
            <source>Address of the server for text recognition</source>
            <translation>Dirección del servidor de reconocimiento de texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="177" />
            <source>Name of the model on the server</source>
            <translation>Nombre del modelo en el servidor</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="178" />
            <source>Use this server</source>
            <translation>Usar este servidor</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="179" />
            <source>Use no server</source>
            <translation>No usar servidor</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="184" />
            <source>Address</source>
            <translation>Dirección</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="184" />
            <source>Model</source>
            <translation>Modelo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="222" />
            <source>Kept.</source>
            <translation>Guardado.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/models.py" line="222" />
            <source>No server is used.</source>
            <translation>No se usa ningún servidor.</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.office</name>
        <message>
            <location filename="../../ui/features/settings/office.py" line="43" />
            <source>This computer works alone: the library is on its own disk. An office with a server has one library for all its desks. Whoever looks after the server gives you an invitation file.</source>
            <translation>Este equipo trabaja solo: la biblioteca está en su propio disco. Una oficina con servidor tiene una sola biblioteca para todos sus puestos. Quien cuida el servidor le da un archivo de invitación.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="47" />
            <source>In an office, searches and added files go to the office server over your office’s network, encrypted, and to nothing else. Lists, collections and settings of your own stay on this computer.</source>
            <translation>En una oficina, las búsquedas y los archivos que se añaden van cifrados por la red de su oficina al servidor de esta, y a nada más. Sus listas, colecciones y configuración se quedan en este equipo.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="51" />
            <source>These documents can be searched and read on this computer while the office server is away. Each time BriefBank opens with the server, it brings them up to date and sends what was done with them.</source>
            <translation>Estos documentos se pueden buscar y leer en este equipo mientras el servidor de la oficina no está disponible. Cada vez que BriefBank se abre con el servidor, los actualiza y envía lo que se hizo con ellos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="55" />
            <source>BriefBank looks what is on this computer…</source>
            <translation>BriefBank está comprobando qué hay en este equipo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="56" />
            <source>Nothing of the office’s library is on this computer any more.</source>
            <translation>En este equipo ya no queda nada de la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="57" />
            <source>Bringing it up to date…</source>
            <translation>Actualizando…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="58" />
            <source>It is up to date, and nothing is left to send.</source>
            <translation>Está actualizado y no queda nada por enviar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="59" />
            <source>That is lost.</source>
            <translation>Eso se pierde.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="67" />
            <source>One library for the whole office</source>
            <translation>Una biblioteca para toda la oficina</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="70" />
            <source>Join your office…</source>
            <translation>Unirse a su oficina…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="71" />
            <source>Sign out</source>
            <translation>Cerrar sesión</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="72" />
            <source>Change the password…</source>
            <translation>Cambiar la contraseña…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="73" />
            <source>Leave the office…</source>
            <translation>Dejar la oficina…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="113" />
            <source>You are signed out.</source>
            <translation>Ha cerrado la sesión.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="119" />
            <source>Your password was changed.</source>
            <translation>Su contraseña se cambió.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="126" />
            <location filename="../../ui/features/settings/office.py" line="133" />
            <source>Leave the office</source>
            <translation>Dejar la oficina</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="127" />
            <source>Leave the office’s library on this computer?</source>
            <translation>¿Dejar la biblioteca de la oficina en este equipo?</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="128" />
            <source>Pages that were kept here and what was taken along are deleted from this computer. Marks and corrections that are not at the office yet are lost. Your own lists, collections and settings stay.</source>
            <translation>Las páginas guardadas aquí y lo que se llevó consigo se eliminan de este equipo. Las marcas y correcciones que aún no están en la oficina se pierden. Sus listas, colecciones y ajustes se conservan.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="134" />
            <source>Stay</source>
            <translation>Quedarse</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="143" />
            <source>This computer uses the library of {office}, at {address}.</source>
            <translation>Este equipo usa la biblioteca de {office}, en {address}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="148" />
            <source>Nobody is signed in.</source>
            <translation>Nadie ha iniciado sesión.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="149" />
            <source>You are signed in as {name}, {role}.</source>
            <translation>Ha iniciado sesión como {name}, {role}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="159" />
            <location filename="../../ui/features/settings/office.py" line="164" />
            <source>Change the password</source>
            <translation>Cambiar la contraseña</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="165" />
            <location filename="../../ui/features/settings/office.py" line="266" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="166" />
            <source>Your password now</source>
            <translation>Su contraseña actual</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="166" />
            <source>The new password</source>
            <translation>La contraseña nueva</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="166" />
            <source>The new password again</source>
            <translation>La contraseña nueva otra vez</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="184" />
            <source>The new passwords differ.</source>
            <translation>Las contraseñas nuevas no coinciden.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="213" />
            <source>Taken along to court</source>
            <translation>Llevado al tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="217" />
            <source>Bring up to date</source>
            <translation>Actualizar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="218" />
            <source>Delete from this computer…</source>
            <translation>Eliminar de este equipo…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="262" />
            <source>Delete what was taken along</source>
            <translation>Eliminar lo que se llevó consigo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="263" />
            <source>Delete the documents that were taken along from this computer?</source>
            <translation>¿Eliminar de este equipo los documentos que se llevaron consigo?</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="264" />
            <source>The office’s library keeps them.</source>
            <translation>La biblioteca de la oficina los conserva.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="265" />
            <source>Delete</source>
            <translation>Suprimir</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="281" />
            <source>The time for which documents were taken along ended on {day}.</source>
            <translation>El plazo por el que se llevaron documentos terminó el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="283" />
            <source>{documents} until {day}.</source>
            <translation>{documents} hasta el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="291" />
            <source>Docket numbers: {named}, and {number} more.</source>
            <translation>Números de expediente: {named} y {number} más.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="292" />
            <source>Docket numbers: {named}.</source>
            <translation>Números de expediente: {named}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="301" />
            <source>One mark, correction or new file is not at the office yet.</source>
            <translation>Una marca, corrección o archivo nuevo aún no está en la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="302" />
            <source>{number} marks, corrections and new files are not at the office yet.</source>
            <translation>{number} marcas, correcciones y archivos nuevos aún no están en la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="309" />
            <source>What was done with them and is not at the office yet is lost.</source>
            <translation>Lo que se hizo con ellos y aún no está en la oficina se pierde.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="315" />
            <source>The documents of these matters are kept from the persons named, as if they were not in the library: no search, list, count or copy tells of them. A change counts at once.</source>
            <translation>Los documentos de estos casos se ocultan a las personas nombradas como si no estuvieran en la biblioteca: ninguna búsqueda, lista, cuenta o copia habla de ellos. Un cambio vale enseguida.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="319" />
            <source>No matter is kept from anybody.</source>
            <translation>No se oculta ningún caso a nadie.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="320" />
            <source>Lists of matters (*.csv)</source>
            <translation>Listas de casos (*.csv)</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="321" />
            <source>These computers recognise the text of the office’s scans while nobody needs them. Whoever looks after the server invites more of them.</source>
            <translation>Estos ordenadores reconocen el texto de los documentos escaneados de la oficina mientras nadie los necesita. Quien cuida del servidor invita a otros.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="325" />
            <source>The office’s server works on files by itself.</source>
            <translation>El servidor de la oficina trabaja solo en los archivos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="326" />
            <source>No computer works for the office now. The server works on files by itself meanwhile.</source>
            <translation>Ningún ordenador trabaja ahora para la oficina. Mientras tanto, el servidor trabaja solo en los archivos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="327" />
            <source>No file waits.</source>
            <translation>Ningún archivo espera.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="331" />
            <source>ready</source>
            <translation>listo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="332" />
            <source>does not work now</source>
            <translation>ahora no trabaja</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="333" />
            <source>does nothing: it has another release of BriefBank than the server</source>
            <translation>no hace nada: tiene otra versión de BriefBank que el servidor</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="334" />
            <source>recognises nothing: it has no Tesseract, or another one than the server</source>
            <translation>no reconoce nada: no tiene Tesseract, o tiene otro que el servidor</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="335" />
            <source>does nothing: the broker’s messages do not reach it</source>
            <translation>no hace nada: los mensajes del intermediario no le llegan</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="336" />
            <source>does nothing: its disk or memory is full</source>
            <translation>no hace nada: su disco o su memoria están llenos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="337" />
            <source>does nothing: BriefBank made a mistake there, which its log describes</source>
            <translation>no hace nada: BriefBank cometió allí un error, que su registro describe</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="345" />
            <source>Matters that are kept from some persons</source>
            <translation>Casos que se ocultan a algunas personas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="347" />
            <source>Matters</source>
            <translation>Casos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="349" />
            <source>Add a matter…</source>
            <translation>Añadir un caso…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="350" />
            <source>Change…</source>
            <translation>Cambiar…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="351" />
            <location filename="../../ui/features/settings/office.py" line="413" />
            <location filename="../../ui/features/settings/office.py" line="416" />
            <source>Open to everybody</source>
            <translation>Abrir a todos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="352" />
            <source>Import a list…</source>
            <translation>Importar una lista…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="353" />
            <source>Export the list…</source>
            <translation>Exportar la lista…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="401" />
            <source>Making the change…</source>
            <translation>Haciendo el cambio…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="414" />
            <source>Open the documents of {matter} to everybody?</source>
            <translation>¿Abrir los documentos de {matter} a todos?</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="415" />
            <source>Everybody who may search the office’s library finds them then.</source>
            <translation>Entonces los encuentran todos los que pueden buscar en la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="417" />
            <source>Change nothing</source>
            <translation>No cambiar nada</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="422" />
            <source>Import a list</source>
            <translation>Importar una lista</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="427" />
            <source>Export the list</source>
            <translation>Exportar la lista</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="427" />
            <source>Table</source>
            <translation>Tabla</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="433" />
            <source>matter</source>
            <translation>caso</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="433" />
            <source>matters</source>
            <translation>casos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="434" />
            <source>{number} written to {file}.</source>
            <translation>Se han escrito {number} en {file}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="441" />
            <source>Nobody here is called {names}.</source>
            <translation>Aquí nadie se llama {names}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="443" />
            <source>No document has the number {dockets}.</source>
            <translation>Ningún documento tiene el número {dockets}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="445" />
            <source>Looks alike and is open: {dockets}.</source>
            <translation>Se parece y está abierto: {dockets}.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="446" />
            <source>kept from {names}</source>
            <translation>oculto a {names}</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="458" />
            <source>Computers that work on files</source>
            <translation>Ordenadores que trabajan en los archivos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="460" />
            <source>Computers</source>
            <translation>Ordenadores</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="484" />
            <source>{files} waiting</source>
            <translation>{files} en espera</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/office.py" line="510" />
            <source>recognises text</source>
            <translation>reconoce texto</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.page</name>
        <message>
            <location filename="../../ui/features/settings/page.py" line="39" />
            <source>In relation to the size that is set for the whole system</source>
            <translation>En relación con el tamaño fijado para todo el sistema</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="42" />
            <source>Appearance</source>
            <translation>Apariencia</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="43" />
            <source>Changes show at once, in all windows of BriefBank.</source>
            <translation>Los cambios se ven enseguida, en todas las ventanas de BriefBank.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="47" />
            <source>Colours</source>
            <translation>Colores</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="51" />
            <location filename="../../ui/features/settings/page.py" line="79" />
            <source>As the system</source>
            <translation>Como el sistema</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="52" />
            <source>Light, dark or high contrast, as the system is set</source>
            <translation>Claro, oscuro o contraste alto, según el sistema</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="54" />
            <source>Light</source>
            <translation>Claro</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="55" />
            <source>Dark</source>
            <translation>Oscuro</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="56" />
            <source>High contrast</source>
            <translation>Contraste alto</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="56" />
            <source>Black and white, with strong lines</source>
            <translation>Blanco y negro, con líneas fuertes</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="62" />
            <source>Text size</source>
            <translation>Tamaño del texto</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="70" />
            <location filename="../../ui/features/settings/page.py" line="75" />
            <source>Language</source>
            <translation>Idioma</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="71" />
            <source>The language of the window. What stands in your documents, and what you copy, stays as it is.</source>
            <translation>El idioma de la ventana. Lo que está en sus documentos, y lo que copia, se queda como está.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="80" />
            <source>The system’s language where the window speaks it, else English</source>
            <translation>El idioma del sistema si la ventana lo habla; si no, inglés</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="121" />
            <source>For whoever looks after this computer</source>
            <translation>Para quien cuida de este equipo</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="124" />
            <source>Settings</source>
            <translation>Configuración</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/page.py" line="131" />
            <source>Contents of the settings</source>
            <translation>Contenido de la configuración</translation>
        </message>
    </context>
    <context>
        <name>ui.features.settings.panel</name>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="101" />
            <source>Restart BriefBank now</source>
            <translation>Reiniciar BriefBank ahora</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="148" />
            <source>The list under the search box and the page before a search show what you searched for and which briefs you opened. This is kept on this computer for you alone, in no library and in no backup of one.</source>
            <translation>La lista bajo el cuadro de búsqueda y la página anterior a una búsqueda muestran lo que buscó y qué escritos abrió. Se guarda en este equipo solo para usted, en ninguna biblioteca ni en su copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="152" />
            <source>Saved searches and collections stay until you remove them.</source>
            <translation>Las búsquedas guardadas y las colecciones se quedan hasta que usted las quite.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="153" />
            <source>From now on nothing is remembered. What was remembered before stays until you forget it.</source>
            <translation>Desde ahora no se recuerda nada. Lo recordado antes se queda hasta que usted lo olvide.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="154" />
            <source>From now on searches and opened briefs are remembered.</source>
            <translation>Desde ahora se recuerdan las búsquedas y los escritos abiertos.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="155" />
            <source>Nothing was remembered, so there was nothing to forget.</source>
            <translation>No se recordaba nada, así que no había nada que olvidar.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="158" />
            <source>Searches and opened briefs</source>
            <translation>Búsquedas y escritos abiertos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="159" />
            <source>Remember them</source>
            <translation>Recordarlas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="159" />
            <source>Remember nothing</source>
            <translation>No recordar nada</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="169" />
            <source>Forget all now…</source>
            <translation>Olvidar todo ahora…</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="180" />
            <source>Forget all now</source>
            <translation>Olvidar todo ahora</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="181" />
            <source>Forget all searches and opened briefs?</source>
            <translation>¿Olvidar todas las búsquedas y los escritos abiertos?</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="182" />
            <source>This cannot be undone.</source>
            <translation>Esto no se puede deshacer.</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="183" />
            <source>Forget them</source>
            <translation>Olvidar</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="184" />
            <source>Keep them</source>
            <translation>Conservarlas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="195" />
            <source>search</source>
            <translation>búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="195" />
            <source>searches</source>
            <translation>búsquedas</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="196" />
            <source>opened brief</source>
            <translation>escrito abierto</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="196" />
            <source>opened briefs</source>
            <translation>escritos abiertos</translation>
        </message>
        <message>
            <location filename="../../ui/features/settings/panel.py" line="197" />
            <source>Forgotten: {searches} and {documents}. They are gone from the disk.</source>
            <translation>Se olvidaron {searches} y {documents}. Ya no están en el disco.</translation>
        </message>
    </context>
    <context>
        <name>ui.i18n.translate</name>
        <message>
            <location filename="../../ui/i18n/translate.py" line="30" />
            <source>{month} {day}, {year}</source>
            <translation>{day} de {month} de {year}</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="138" />
            <source>Shift</source>
            <translation>Mayús</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="139" />
            <source>Del</source>
            <translation>Supr</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="140" />
            <source>Ins</source>
            <translation>Ins</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="141" />
            <source>Return</source>
            <translation>Intro</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="142" />
            <source>Enter</source>
            <translation>Intro</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="143" />
            <source>Left</source>
            <translation>Flecha izquierda</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="144" />
            <source>Right</source>
            <translation>Flecha derecha</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="145" />
            <source>Up</source>
            <translation>Flecha arriba</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="146" />
            <source>Down</source>
            <translation>Flecha abajo</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="147" />
            <source>PgUp</source>
            <translation>Re Pág</translation>
        </message>
        <message>
            <location filename="../../ui/i18n/translate.py" line="148" />
            <source>PgDown</source>
            <translation>Av Pág</translation>
        </message>
    </context>
    <context>
        <name>ui.jobs</name>
        <message>
            <location filename="../../ui/jobs.py" line="61" />
            <source>A fault in BriefBank stopped this.</source>
            <translation>Un fallo de BriefBank detuvo esto.</translation>
        </message>
        <message>
            <location filename="../../ui/jobs.py" line="63" />
            <source>What was stored before is kept. Try again; if it happens again, start BriefBank anew.</source>
            <translation>Lo guardado antes se conserva. Inténtelo de nuevo; si vuelve a ocurrir, reinicie BriefBank.</translation>
        </message>
    </context>
    <context>
        <name>ui.kit.controls</name>
        <message>
            <location filename="../../ui/kit/controls.py" line="217" />
            <source>Close this message</source>
            <translation>Cerrar este mensaje</translation>
        </message>
    </context>
    <context>
        <name>ui.kit.dialogs</name>
        <message>
            <location filename="../../ui/kit/dialogs.py" line="45" />
            <source>Close</source>
            <translation>Cerrar</translation>
        </message>
    </context>
    <context>
        <name>ui.kit.tables</name>
        <message>
            <location filename="../../ui/kit/tables.py" line="122" />
            <source>none</source>
            <translation>ninguno</translation>
        </message>
    </context>
    <context>
        <name>ui.main_window</name>
        <message>
            <location filename="../../ui/main_window.py" line="442" />
            <source>Choose a result, or select text in the pages, and then put it into a collection.</source>
            <translation>Elija un resultado, o seleccione texto en las páginas, y después póngalo en una colección.</translation>
        </message>
    </context>
    <context>
        <name>ui.program</name>
        <message>
            <location filename="../../ui/program.py" line="356" />
            <source>{number} file is not sent yet. BriefBank forgets it when it closes; add it again afterwards.</source>
            <translation>{number} archivo aún no se ha enviado. BriefBank lo olvida al cerrarse; añádalo de nuevo después.</translation>
        </message>
        <message>
            <location filename="../../ui/program.py" line="357" />
            <source>{number} files are not sent yet. BriefBank forgets them when it closes; add them again later.</source>
            <translation>{number} archivos aún no se han enviado. BriefBank los olvida al cerrarse; añádalos de nuevo después.</translation>
        </message>
        <message>
            <location filename="../../ui/program.py" line="361" />
            <source>Restart BriefBank</source>
            <translation>Reiniciar BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/program.py" line="362" />
            <source>Restart BriefBank before all files are sent to the office?</source>
            <translation>¿Reiniciar BriefBank antes de que todos los archivos se envíen a la oficina?</translation>
        </message>
        <message>
            <location filename="../../ui/program.py" line="364" />
            <source>Restart now</source>
            <translation>Reiniciar ahora</translation>
        </message>
        <message>
            <location filename="../../ui/program.py" line="365" />
            <source>Restart later</source>
            <translation>Reiniciar más tarde</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.actions</name>
        <message>
            <location filename="../../ui/shared/actions.py" line="35" />
            <source>Briefs that cite the same authorities…</source>
            <translation>Escritos que citan las mismas autoridades…</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="37" />
            <source>Search the law as of this brief’s date</source>
            <translation>Buscar el derecho de la fecha de este escrito</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="44" />
            <source>Carefully (faint or small print)</source>
            <translation>Con cuidado (letra pálida o pequeña)</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="45" />
            <source>As one column (forms)</source>
            <translation>Como una sola columna (formularios)</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="46" />
            <source>In the usual way</source>
            <translation>De la manera habitual</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="70" />
            <source>Read again</source>
            <translation>Leer de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="75" />
            <source>This page:</source>
            <translation>Esta página:</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="78" />
            <source>All scanned pages of the document:</source>
            <translation>Todas las páginas escaneadas del documento:</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="85" />
            <source>With {engine}</source>
            <translation>Con {engine}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="102" />
            <source>Choose the invitation of your office</source>
            <translation>Elija la invitación de su oficina</translation>
        </message>
        <message>
            <location filename="../../ui/shared/actions.py" line="108" />
            <source>This computer is to join {office}.</source>
            <translation>Este equipo se unirá a {office}.</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.caption_fields</name>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="20" />
            <source>Title</source>
            <translation>Título</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="21" />
            <source>Court</source>
            <translation>Tribunal</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="22" />
            <source>Docket</source>
            <translation>Expediente</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="23" />
            <source>Judge</source>
            <translation>Juez</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="24" />
            <source>Parties</source>
            <translation>Partes</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="25" />
            <source>Side</source>
            <translation>Parte</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="26" />
            <source>Kind</source>
            <translation>Clase</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="27" />
            <source>Paper</source>
            <translation>Escrito</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="28" />
            <source>Filed</source>
            <translation>Presentado</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="29" />
            <source>Office</source>
            <translation>Oficina</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="30" />
            <source>Client</source>
            <translation>Cliente</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="31" />
            <source>Version</source>
            <translation>Versión</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="32" />
            <source>Year</source>
            <translation>Año</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="36" />
            <source>for example: State v. Doe, Brief for Appellant</source>
            <translation>por ejemplo: State v. Doe, Brief for Appellant</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="37" />
            <source>for example: Supreme Court of New Jersey</source>
            <translation>por ejemplo: Supreme Court of New Jersey</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="38" />
            <source>for example: A-1234-20; A-1235-20</source>
            <translation>por ejemplo: A-1234-20; A-1235-20</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="39" />
            <source>for example: Jane A. Doe</source>
            <translation>por ejemplo: Jane A. Doe</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="40" />
            <source>for example: John Doe (Appellant); State (Respondent)</source>
            <translation>por ejemplo: John Doe (Appellant); State (Respondent)</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="41" />
            <source>for example: Appellant</source>
            <translation>por ejemplo: Appellant</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="43" />
            <source>for example: Reply Brief</source>
            <translation>por ejemplo: Reply Brief</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="44" />
            <source>for example: March 5, 2021, or 3/5/2021</source>
            <translation>por ejemplo: 5 de marzo de 2021, o 3/5/2021</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="45" />
            <source>for example: Office of the Public Defender</source>
            <translation>por ejemplo: Office of the Public Defender</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="46" />
            <source>for example: Smith, John</source>
            <translation>por ejemplo: Smith, John</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="47" />
            <source>for example: Filed, Final or Draft 2</source>
            <translation>por ejemplo: Filed, Final o Draft 2</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="48" />
            <source>for example: 2009, where the day of filing is not known</source>
            <translation>por ejemplo: 2009, si no se conoce el día de presentación</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="52" />
            <source>the filing stamp</source>
            <translation>el sello de presentación</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="53" />
            <source>the signature block</source>
            <translation>el bloque de firma</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="54" />
            <source>the certificate of service</source>
            <translation>la constancia de notificación</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="55" />
            <source>the file’s name</source>
            <translation>el nombre del archivo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="56" />
            <source>the folder’s name</source>
            <translation>el nombre de la carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="57" />
            <source>the header of the mail</source>
            <translation>el encabezado del correo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="82" />
            <source>Corrected by a person.</source>
            <translation>Corregido por una persona.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="82" />
            <source>Left empty by a person.</source>
            <translation>Dejado vacío por una persona.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="84" />
            <source>The date it gives lies in the future.</source>
            <translation>La fecha que indica está en el futuro.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="86" />
            <source>Not found.</source>
            <translation>No se encontró.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="87" />
            <source>Uncertain. </source>
            <translation>Dudoso. </translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="88" />
            <source>{doubt}Read from {place}.</source>
            <translation>{doubt}Leído en {place}.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="97" />
            <source>the document</source>
            <translation>el documento</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="99" />
            <source>the caption</source>
            <translation>la carátula</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="99" />
            <source>the cover</source>
            <translation>la cubierta</translation>
        </message>
        <message>
            <location filename="../../ui/shared/caption_fields.py" line="100" />
            <source>{name} on file page {value}</source>
            <translation>{name}, página {value} del archivo</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.forms</name>
        <message>
            <location filename="../../ui/shared/forms.py" line="20" />
            <source>One pattern on each line, such as *.wbk, ~$* or */Billing/*. They are kept, and hold for folders that are added or watched later, too.</source>
            <translation>Un patrón en cada línea, como *.wbk, ~$* o */Billing/*. Se conservan y valen también para las carpetas que se añadan o vigilen más adelante.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="24" />
            <source>One on each line. A document that has none yet belongs to the matter once its docket number is filled in under Library.</source>
            <translation>Uno en cada línea. Un documento que aún no tiene ninguno pertenece al caso en cuanto se rellena su número de expediente en Biblioteca.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="28" />
            <source>A new matter</source>
            <translation>Un asunto nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="55" />
            <source>Files to leave out</source>
            <translation>Archivos que se excluyen</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="60" />
            <source>Leave out</source>
            <translation>Omitir</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="103" />
            <source>A matter that is kept from some persons</source>
            <translation>Un caso que se oculta a algunas personas</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="112" />
            <location filename="../../ui/shared/forms.py" line="125" />
            <source>Docket numbers</source>
            <translation>Números de expediente</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="114" />
            <location filename="../../ui/shared/forms.py" line="127" />
            <source>Kept from</source>
            <translation>Oculto a</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="114" />
            <source>The names with which they sign in, one on each line.</source>
            <translation>Los nombres con los que inician sesión, uno en cada línea.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="117" />
            <location filename="../../ui/shared/forms.py" line="128" />
            <source>Kept from groups</source>
            <translation>Oculto a grupos</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="117" />
            <source>Groups of the office’s directory, one on each line.</source>
            <translation>Grupos del directorio de la oficina, uno en cada línea.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="120" />
            <source>Take them out</source>
            <translation>Quitarlos</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="121" />
            <source>Save</source>
            <translation>Guardar</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="121" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="123" />
            <source>Matter</source>
            <translation>Asunto</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="124" />
            <source>Name</source>
            <translation>Nombre</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="166" />
            <source>Besides, {number} named one by one.</source>
            <translation>Además, {number} nombrados uno por uno.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="170" />
            <source>{number} more</source>
            <translation>{number} más</translation>
        </message>
        <message>
            <location filename="../../ui/shared/forms.py" line="171" />
            <source>Added now: {titles}</source>
            <translation>Se añaden ahora: {titles}</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.notices</name>
        <message>
            <location filename="../../ui/shared/notices.py" line="60" />
            <source>and {number} more</source>
            <translation>y {number} más</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="61" />
            <source>Show fewer</source>
            <translation>Mostrar menos</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="123" />
            <source>At: {place}</source>
            <translation>En: {place}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="123" />
            <source>the end</source>
            <translation>el final</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="143" />
            <source>Stop</source>
            <translation>Detener</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="184" />
            <source>{shown} of {counted}</source>
            <translation>{shown} de {counted}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="189" />
            <source>Try fewer words.</source>
            <translation>Pruebe con menos palabras.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="206" />
            <source>Looking …</source>
            <translation>Buscando …</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="235" />
            <source>To repair</source>
            <translation>Por reparar</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="262" />
            <location filename="../../ui/shared/notices.py" line="291" />
            <source>Findings</source>
            <translation>Resultados de la comprobación</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="273" />
            <source>Passed</source>
            <translation>Superado</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="273" />
            <source>Failed</source>
            <translation>Fallido</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="275" />
            <source>Failed. {detail}</source>
            <translation>Fallido. {detail}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="298" />
            <source>Copy</source>
            <translation>Copiar</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="298" />
            <source>Copy the report for the ethics file</source>
            <translation>Copiar el informe para el expediente de ética</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="299" />
            <source>Save…</source>
            <translation>Guardar…</translation>
        </message>
        <message>
            <location filename="../../ui/shared/notices.py" line="299" />
            <source>Save the report for the ethics file as a text</source>
            <translation>Guardar el informe para el expediente de ética como texto</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.pages</name>
        <message>
            <location filename="../../ui/shared/pages.py" line="18" />
            <source>Search</source>
            <translation>Búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="19" />
            <source>Library</source>
            <translation>Biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="20" />
            <source>Authorities</source>
            <translation>Autoridades</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="21" />
            <source>Draft check</source>
            <translation>Revisar borrador</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="22" />
            <source>Collections</source>
            <translation>Colecciones</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="23" />
            <source>Settings</source>
            <translation>Configuración</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="26" />
            <source>Drop to add to the library</source>
            <translation>Suelte para añadir a la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="26" />
            <source>Copies are made. Your originals stay where they are.</source>
            <translation>Se hacen copias. Sus originales se quedan donde están.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="38" />
            <source>Places</source>
            <translation>Lugares</translation>
        </message>
        <message>
            <location filename="../../ui/shared/pages.py" line="43" />
            <source>{page} ({keys})</source>
            <translation>{page} ({keys})</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.passages</name>
        <message>
            <location filename="../../ui/shared/passages.py" line="101" />
            <source>Choose a passage to read it here.</source>
            <translation>Elija un pasaje para leerlo aquí.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/passages.py" line="121" />
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <location filename="../../ui/shared/passages.py" line="121" />
            <source>Read the passage in its document (Enter)</source>
            <translation>Leer el pasaje en su documento (Intro)</translation>
        </message>
        <message>
            <location filename="../../ui/shared/passages.py" line="122" />
            <source>Copy with citation</source>
            <translation>Copiar con cita</translation>
        </message>
        <message>
            <location filename="../../ui/shared/passages.py" line="122" />
            <source>Ctrl+C</source>
            <translation>Ctrl+C</translation>
        </message>
        <message>
            <location filename="../../ui/shared/passages.py" line="123" />
            <source>Put into a collection…</source>
            <translation>Poner en una colección…</translation>
        </message>
        <message>
            <location filename="../../ui/shared/passages.py" line="228" />
            <source>The passage was copied with its citation.</source>
            <translation>El pasaje se copió con su cita.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/passages.py" line="249" />
            <source>Passage</source>
            <translation>Pasaje</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.row_list</name>
        <message>
            <location filename="../../ui/shared/row_list.py" line="555" />
            <source>Show all {len:,}</source>
            <translation>Mostrar las {len:,}</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.wording</name>
        <message>
            <location filename="../../ui/shared/wording.py" line="21" />
            <source>Brief</source>
            <translation>Escrito</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="22" />
            <source>Opinion</source>
            <translation>Sentencia</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="23" />
            <source>Statute</source>
            <translation>Ley</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="24" />
            <source>Rule</source>
            <translation>Regla</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="25" />
            <source>Directive</source>
            <translation>Directiva</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="26" />
            <source>Memo</source>
            <translation>Memorando</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="27" />
            <source>Mail</source>
            <translation>Correo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="28" />
            <source>Other document</source>
            <translation>Otro documento</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="33" />
            <source>reader</source>
            <translation>lector</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="34" />
            <source>contributor</source>
            <translation>colaborador</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="35" />
            <source>editor</source>
            <translation>editor</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="36" />
            <source>records officer</source>
            <translation>encargado de registros</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="37" />
            <source>administrator</source>
            <translation>administrador</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="38" />
            <source>auditor</source>
            <translation>auditor</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="42" />
            <source>Sample: made up</source>
            <translation>Muestra: inventado</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="45" />
            <source>This takes effect when BriefBank is opened the next time.</source>
            <translation>Esto tendrá efecto la próxima vez que se abra BriefBank.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="50" />
            <source>The choice could not be kept. {remedy}</source>
            <translation>La elección no se pudo guardar. {remedy}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="55" />
            <source>no date found</source>
            <translation>sin fecha</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="64" />
            <source>passage</source>
            <translation>pasaje</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="64" />
            <source>passages</source>
            <translation>pasajes</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="68" />
            <source>document</source>
            <translation>documento</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="68" />
            <source>documents</source>
            <translation>documentos</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="72" />
            <source>page</source>
            <translation>página</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="72" />
            <source>pages</source>
            <translation>páginas</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="76" />
            <source>file</source>
            <translation>archivo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="76" />
            <source>files</source>
            <translation>archivos</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="87" />
            <source>byte</source>
            <translation>byte</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="87" />
            <source>bytes</source>
            <translation>bytes</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="99" />
            <source>never</source>
            <translation>nunca</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="107" />
            <source>page {label}</source>
            <translation>página {label}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="108" />
            <source>file page {number}</source>
            <translation>página {number} del archivo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="113" />
            <source>file page {number} of {total}</source>
            <translation>página {number} de {total} del archivo</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="114" />
            <source>page {label} ({place})</source>
            <translation>página {label} ({place})</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="173" />
            <source>{paper} of {side}</source>
            <translation>{paper} de {side}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="188" />
            <source>document {number}</source>
            <translation>documento {number}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="214" />
            <source>The library is empty</source>
            <translation>La biblioteca está vacía</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="228" />
            <source>{treatment} in part</source>
            <translation>{treatment} en parte</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="229" />
            <source>{treatment} on other grounds</source>
            <translation>{treatment} por otros motivos</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="232" />
            <source>Overruled</source>
            <translation>Revocada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="233" />
            <source>Reversed</source>
            <translation>Revertida</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="234" />
            <source>Vacated</source>
            <translation>Anulada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="235" />
            <source>Abrogated</source>
            <translation>Abrogada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="236" />
            <source>Invalidated</source>
            <translation>Invalidada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="237" />
            <source>Repealed</source>
            <translation>Derogada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="238" />
            <source>Superseded</source>
            <translation>Sustituida</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="239" />
            <source>Disapproved</source>
            <translation>Desaprobada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="240" />
            <source>Amended</source>
            <translation>Enmendada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="241" />
            <source>Modified</source>
            <translation>Modificada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="242" />
            <source>Limited</source>
            <translation>Limitada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="243" />
            <source>Questioned</source>
            <translation>Cuestionada</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="244" />
            <source>Good law</source>
            <translation>Vigente</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="264" />
            <source>In force from {day} to {day_2}</source>
            <translation>En vigor del {day} al {day_2}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="266" />
            <source>In force since {day}</source>
            <translation>En vigor desde el {day}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="268" />
            <source>In force until {day}</source>
            <translation>En vigor hasta el {day}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="269" />
            <source>When it was in force is not known</source>
            <translation>No se sabe cuándo estuvo en vigor</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="274" />
            <source>To confirm ({number:,})</source>
            <translation>Por confirmar ({number:,})</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="274" />
            <source>To confirm</source>
            <translation>Por confirmar</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="282" />
            <source>Law as of {day}.</source>
            <translation>Derecho vigente el {day}.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="284" />
            <source>{as_of} No change to what it cites is known.</source>
            <translation>{as_of} No consta ningún cambio en lo que cita.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="286" />
            <source>{number} authority it cites was changed.</source>
            <translation>Cambió {number} autoridad que cita.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="287" />
            <source>{number} authorities it cites were changed.</source>
            <translation>Cambiaron {number} autoridades que cita.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/wording.py" line="290" />
            <source>{as_of} Since then: {since}</source>
            <translation>{as_of} Desde entonces: {since}</translation>
        </message>
    </context>
    <context>
        <name>ui.shared.year_chart</name>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="48" />
            <source>Passages by year of filing</source>
            <translation>Pasajes por año de presentación</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="108" />
            <source>{year}: {passages}</source>
            <translation>{year}: {passages}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="109" />
            <source>{first} to {last}: {passages}</source>
            <translation>{first} a {last}: {passages}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="184" />
            <source>{count} without a date</source>
            <translation>{count} sin fecha</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="187" />
            <source>From {first} to {last}</source>
            <translation>De {first} a {last}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="187" />
            <source>{span}: {passages}, most in {year} ({many:,}).</source>
            <translation>{span}: {passages}, el mayor número en {year} ({many:,}).</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="189" />
            <source>In {first}</source>
            <translation>En {first}</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="189" />
            <source>{span}: {passages}.</source>
            <translation>{span}: {passages}.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="194" />
            <source>{number} more passage without a date.</source>
            <translation>{number} pasaje más sin fecha.</translation>
        </message>
        <message>
            <location filename="../../ui/shared/year_chart.py" line="194" />
            <source>{number} more passages without a date.</source>
            <translation>{number} pasajes más sin fecha.</translation>
        </message>
    </context>
    <context>
        <name>ui.window.menus</name>
        <message>
            <location filename="../../ui/window/menus.py" line="44" />
            <source>&amp;File</source>
            <translation>&amp;Archivo</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="45" />
            <source>&amp;Add files…</source>
            <translation>&amp;Añadir archivos…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="46" />
            <source>Add a &amp;folder…</source>
            <translation>Añadir una &amp;carpeta…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="47" />
            <source>&amp;Pause or resume adding</source>
            <translation>&amp;Pausar o reanudar la adición</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="49" />
            <source>&amp;Copy with citation</source>
            <translation>C&amp;opiar con cita</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="50" />
            <source>Put into a co&amp;llection…</source>
            <translation>Poner en una co&amp;lección…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="51" />
            <source>E&amp;xport the results…</source>
            <translation>E&amp;xportar los resultados…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="53" />
            <source>&amp;Print…</source>
            <translation>&amp;Imprimir…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="54" />
            <source>Print with the &amp;marks…</source>
            <translation>Imprimir con las &amp;marcas…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="56" />
            <source>&amp;Quit</source>
            <translation>&amp;Salir</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="58" />
            <source>&amp;Go</source>
            <translation>&amp;Ir</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="63" />
            <source>A&amp;lerts</source>
            <translation>A&amp;visos</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="65" />
            <source>Bac&amp;k</source>
            <translation>&amp;Atrás</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="66" />
            <source>&amp;Forward</source>
            <translation>&amp;Adelante</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="67" />
            <source>Ne&amp;xt part of the page</source>
            <translation>Parte siguie&amp;nte de la página</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="69" />
            <source>&amp;Search</source>
            <translation>&amp;Buscar</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="70" />
            <source>Go to the search &amp;box</source>
            <translation>Ir al &amp;cuadro de búsqueda</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="72" />
            <source>&amp;Newest first</source>
            <translation>&amp;Más recientes</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="77" />
            <source>Best &amp;match</source>
            <translation>Más afi&amp;nes</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="82" />
            <source>Ne&amp;xt result</source>
            <translation>Resultado &amp;siguiente</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="83" />
            <source>&amp;Previous result</source>
            <translation>Resultado ante&amp;rior</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="84" />
            <source>Next b&amp;rief</source>
            <translation>&amp;Escrito siguiente</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="85" />
            <source>Pr&amp;evious brief</source>
            <translation>Escri&amp;to anterior</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="87" />
            <source>Search &amp;again</source>
            <translation>Buscar de &amp;nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="88" />
            <source>F&amp;ilters</source>
            <translation>F&amp;iltros</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="89" />
            <source>Group by br&amp;ief</source>
            <translation>Agrupar por escr&amp;ito</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="91" />
            <source>Searches &amp;before…</source>
            <translation>Bús&amp;quedas anteriores…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="92" />
            <source>&amp;Save this search…</source>
            <translation>&amp;Guardar esta búsqueda…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="94" />
            <source>Find the &amp;governing provision…</source>
            <translation>Buscar la &amp;disposición aplicable…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="96" />
            <source>&amp;Your marks…</source>
            <translation>S&amp;us marcas…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="97" />
            <source>&amp;Words searched beside others…</source>
            <translation>&amp;Palabras que se buscan junto a otras…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="99" />
            <source>&amp;Brief</source>
            <translation>&amp;Escrito</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="100" />
            <source>&amp;Find in the brief…</source>
            <translation>&amp;Buscar en el escrito…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="101" />
            <source>Find ne&amp;xt</source>
            <translation>Buscar &amp;siguiente</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="102" />
            <source>Find pre&amp;vious</source>
            <translation>Buscar an&amp;terior</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="104" />
            <source>&amp;Larger</source>
            <translation>Más &amp;grande</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="105" />
            <source>&amp;Smaller</source>
            <translation>Más pe&amp;queño</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="106" />
            <source>Fit the &amp;width</source>
            <translation>Ajustar al anc&amp;ho</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="107" />
            <source>Fit the te&amp;xt</source>
            <translation>Ajustar al te&amp;xto</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="108" />
            <source>Fit the whole &amp;page</source>
            <translation>Ajustar a la &amp;página</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="109" />
            <source>Turn cloc&amp;kwise</source>
            <translation>Girar a la &amp;derecha</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="110" />
            <source>Turn &amp;anticlockwise</source>
            <translation>Girar a la &amp;izquierda</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="112" />
            <source>&amp;Go to page…</source>
            <translation>I&amp;r a la página…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="113" />
            <source>Outl&amp;ine and page pictures</source>
            <translation>&amp;Esquema y miniaturas</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="114" />
            <source>Second brief &amp;beside</source>
            <translation>Segundo escrito al &amp;lado</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="115" />
            <source>Reader a&amp;lone</source>
            <translation>So&amp;lo el lector</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="116" />
            <source>S&amp;ummary</source>
            <translation>Res&amp;umen</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="117" />
            <source>&amp;Correct the caption…</source>
            <translation>&amp;Corregir la carátula…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="118" />
            <source>&amp;Read again…</source>
            <translation>Leer de &amp;nuevo…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="119" />
            <source>&amp;Open in the system’s viewer</source>
            <translation>Abrir en el vis&amp;or del sistema</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="121" />
            <source>&amp;Library</source>
            <translation>B&amp;iblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="122" />
            <source>&amp;Backup and repair</source>
            <translation>Copia de &amp;seguridad y reparación</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="123" />
            <source>Activity &amp;log…</source>
            <translation>Registro de activi&amp;dad…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="125" />
            <source>&amp;Help</source>
            <translation>A&amp;yuda</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="126" />
            <source>&amp;Help for this page</source>
            <translation>&amp;Ayuda de esta página</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="127" />
            <source>First s&amp;teps…</source>
            <translation>&amp;Primeros pasos…</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="128" />
            <source>The &amp;ten tasks done most</source>
            <translation>Las &amp;diez tareas más frecuentes</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="129" />
            <source>&amp;How to search</source>
            <translation>&amp;Cómo buscar</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="130" />
            <source>&amp;Keyboard shortcuts</source>
            <translation>A&amp;tajos de teclado</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="131" />
            <source>&amp;Self-test</source>
            <translation>A&amp;utocomprobación</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="133" />
            <source>&amp;About BriefBank</source>
            <translation>Acerca de &amp;BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="175" />
            <source>Keys</source>
            <translation>Teclas</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="175" />
            <source>What they do</source>
            <translation>Qué hacen</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="263" />
            <source>Nothing leaves this computer: BriefBank opens no network connection, except to a text recognition server that your office has named in the settings.</source>
            <translation>Nada sale de este equipo: BriefBank no abre ninguna conexión de red, salvo con un servidor de reconocimiento de texto que su oficina haya indicado en la configuración.</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="268" />
            <source>Version</source>
            <translation>Versión</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="269" />
            <source>Library</source>
            <translation>Biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="270" />
            <source>Privacy</source>
            <translation>Privacidad</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="271" />
            <source>Licence</source>
            <translation>Licencia</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="273" />
            <source>Finds the passage in your office’s own briefs, on your own computer.</source>
            <translation>Encuentra el pasaje en los escritos de su propia oficina, en su propio equipo.</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="274" />
            <source>About BriefBank</source>
            <translation>Acerca de BriefBank</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="283" />
            <source>Trying every part of BriefBank …</source>
            <translation>Probando todas las partes de BriefBank …</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="293" />
            <source>Every part works.</source>
            <translation>Todas las partes funcionan.</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="295" />
            <source>{failed} of {all} parts failed.</source>
            <translation>Fallaron {failed} de {all} partes.</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="296" />
            <source>Self-test</source>
            <translation>Autocomprobación</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="303" />
            <source>Save the self-test</source>
            <translation>Guardar la autocomprobación</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="303" />
            <source>Text</source>
            <translation>Texto</translation>
        </message>
        <message>
            <location filename="../../ui/window/menus.py" line="308" />
            <source>The self-test was saved.</source>
            <translation>La autocomprobación se guardó.</translation>
        </message>
    </context>
    <context>
        <name>ui.window.office</name>
        <message>
            <location filename="../../ui/window/office.py" line="36" />
            <source>Nobody is signed in to the office’s library any more. Sign in to go on where you were.</source>
            <translation>Ya nadie tiene la sesión iniciada en la biblioteca de la oficina. Inicie sesión para seguir donde estaba.</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="37" />
            <source>Your name and password go to the office server, encrypted, and nowhere else. You stay signed in for twelve hours.</source>
            <translation>Su nombre y su contraseña van cifrados al servidor de la oficina, y a ningún otro lugar. La sesión dura doce horas.</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="41" />
            <source>This is the sample library. Its briefs, people and docket numbers are made up.</source>
            <translation>Esta es la biblioteca de muestra. Sus escritos, personas y números de expediente son inventados.</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="42" />
            <source>This is the sample library. Leave it first; your files then go into your own.</source>
            <translation>Esta es la biblioteca de muestra. Salga primero de ella; sus archivos irán entonces a la suya.</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="43" />
            <source>Nothing was added: your role in the office’s library does not include it.</source>
            <translation>No se añadió nada: su función en la biblioteca de la oficina no lo incluye.</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="100" />
            <source>Add to the office’s library</source>
            <translation>Añadir a la biblioteca de la oficina</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="101" />
            <source>Add to the library of {office}?</source>
            <translation>¿Añadir a la biblioteca de {office}?</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="102" />
            <source>The files are sent to the office server, and everybody who may search its library finds them. Yours stay where they are.</source>
            <translation>Los archivos se envían al servidor de la oficina, y los encuentra todo el que puede buscar en su biblioteca. Los suyos se quedan donde están.</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="106" />
            <source>Add</source>
            <translation>Añadir</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="107" />
            <source>Do not add</source>
            <translation>No añadir</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="119" />
            <location filename="../../ui/window/office.py" line="174" />
            <location filename="../../ui/window/office.py" line="181" />
            <source>Sign in</source>
            <translation>Iniciar sesión</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="135" />
            <source>{office}: {person}</source>
            <translation>{office}: {person}</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="159" />
            <source>nobody signed in</source>
            <translation>nadie con sesión iniciada</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="160" />
            <source>{name}, {role}</source>
            <translation>{name}, {role}</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="178" />
            <source>Your name</source>
            <translation>Su nombre</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="179" />
            <source>Your password</source>
            <translation>Su contraseña</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="182" />
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="182" />
            <location filename="../../ui/window/office.py" line="310" />
            <location filename="../../ui/window/office.py" line="311" />
            <source>Quit</source>
            <translation>Salir</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="184" />
            <source>The library of {office}</source>
            <translation>La biblioteca de {office}</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="186" />
            <source>Name</source>
            <translation>Nombre</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="186" />
            <source>Password</source>
            <translation>Contraseña</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="241" />
            <source>Leave the sample</source>
            <translation>Salir de la muestra</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="257" />
            <source>Open it again</source>
            <translation>Abrirla de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="274" />
            <source>Taken along from {office}, until {day}: you see these documents alone. What you do with them goes to the office when BriefBank opens with its server.</source>
            <translation>Llevados de {office}, hasta el {day}: solo ve estos documentos. Lo que haga con ellos irá a la oficina cuando BriefBank se abra con su servidor.</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="279" />
            <source>Open the office’s library</source>
            <translation>Abrir la biblioteca de la oficina</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="280" />
            <source>{office}: taken along</source>
            <translation>{office}: lo que se llevó</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="304" />
            <source>Sign out</source>
            <translation>Cerrar sesión</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="306" />
            <source>Look again</source>
            <translation>Mirar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/window/office.py" line="306" />
            <source>Show what was done since</source>
            <translation>Mostrar lo que se hizo desde entonces</translation>
        </message>
    </context>
    <context>
        <name>ui.window.opening</name>
        <message>
            <location filename="../../ui/window/opening.py" line="37" />
            <source>Opening the library …</source>
            <translation>Abriendo la biblioteca …</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="38" />
            <source>You can type your search now. It starts as soon as the library is open.</source>
            <translation>Ya puede escribir su búsqueda. Empieza en cuanto la biblioteca esté abierta.</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="42" />
            <source>Go on with what was taken along</source>
            <translation>Seguir con lo que se llevó</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="80" />
            <source>BriefBank is opening the library</source>
            <translation>BriefBank está abriendo la biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="120" />
            <source>{stage}: {done:,} of {total:,}</source>
            <translation>{stage}: {done:,} de {total:,}</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="128" />
            <source>file or folder</source>
            <translation>archivo o carpeta</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="128" />
            <source>files or folders</source>
            <translation>archivos o carpetas</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="129" />
            <source>{files} will be added as soon as the library is open.</source>
            <translation>Se añadirán en cuanto la biblioteca esté abierta: {files}.</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="225" />
            <source>Office server: {address}</source>
            <translation>Servidor de la oficina: {address}</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="225" />
            <source>Library: {folder}</source>
            <translation>Biblioteca: {folder}</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="228" />
            <source>Try again</source>
            <translation>Intentar de nuevo</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="229" />
            <source>Choose another library…</source>
            <translation>Otra biblioteca…</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="230" />
            <source>Restore a backup…</source>
            <translation>Restaurar copia…</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="231" />
            <source>Join your office…</source>
            <translation>Unirse a su oficina…</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="233" />
            <source>Quit</source>
            <translation>Salir</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="245" />
            <source>Choose a library folder</source>
            <translation>Elegir la carpeta de una biblioteca</translation>
        </message>
        <message>
            <location filename="../../ui/window/opening.py" line="247" />
            <source>Choose the folder of the backup</source>
            <translation>Elegir la carpeta de la copia de seguridad</translation>
        </message>
    </context>
    <context>
        <name>ui.window.status_line</name>
        <message>
            <location filename="../../ui/window/status_line.py" line="30" />
            <source>Server: {server}</source>
            <translation>Servidor: {server}</translation>
        </message>
        <message>
            <location filename="../../ui/window/status_line.py" line="36" />
            <source>Preparing search by meaning</source>
            <translation>Preparando la búsqueda por significado</translation>
        </message>
        <message>
            <location filename="../../ui/window/status_line.py" line="37" />
            <location filename="../../ui/window/status_line.py" line="101" />
            <source>Pause adding</source>
            <translation>Pausar la adición</translation>
        </message>
        <message>
            <location filename="../../ui/window/status_line.py" line="38" />
            <source>Text recognition server let through: {server}</source>
            <translation>Servidor de reconocimiento de texto permitido: {server}</translation>
        </message>
        <message>
            <location filename="../../ui/window/status_line.py" line="101" />
            <source>Resume adding</source>
            <translation>Reanudar la adición</translation>
        </message>
    </context>
    <context>
        <name>core</name>
        <message>
            <location filename="../../briefbank/audit/audit.py" line="38" />
            <source>The activity log cannot be written to just now. What is done meanwhile is counted, and noted later.</source>
            <translation>Ahora mismo no se puede escribir en el registro de actividad. Lo que se haga entretanto se cuenta y se anota después.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/audit.py" line="207" />
            <source>The activity log cannot be read.</source>
            <translation>El registro de actividad no se puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/audit.py" line="234" />
            <source>The activity log of this library is not one that BriefBank wrote.</source>
            <translation>El registro de actividad de esta biblioteca no es uno que haya escrito BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/audit.py" line="235" />
            <source>Ask who gave you the library, or take its activity log from a backup.</source>
            <translation>Pregunte a quien le dio la biblioteca, o tome su registro de actividad de una copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="38" />
            <source>a brief</source>
            <translation>un escrito</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="39" />
            <source>an opinion</source>
            <translation>una opinión judicial</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="40" />
            <source>a statute</source>
            <translation>una ley</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="41" />
            <source>a rule</source>
            <translation>una regla</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="42" />
            <source>a directive</source>
            <translation>una directiva</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="43" />
            <source>a memo</source>
            <translation>un memorando</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="44" />
            <source>a mail</source>
            <translation>un correo</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="45" />
            <source>another kind of document</source>
            <translation>otro tipo de documento</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="48" />
            <source>could not be opened</source>
            <translation>no se pudo abrir</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="49" />
            <source>a kind of file that BriefBank does not read</source>
            <translation>un tipo de archivo que BriefBank no lee</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="50" />
            <source>protected by a password</source>
            <translation>protegido con contraseña</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="51" />
            <source>found to be damaged</source>
            <translation>resultó dañado</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="52" />
            <source>too damaged to be repaired</source>
            <translation>demasiado dañados para repararse</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="53" />
            <source>larger than BriefBank reads</source>
            <translation>más grande de lo que BriefBank lee</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="54" />
            <source>reading needs more memory than there is</source>
            <translation>la lectura necesita más memoria de la que hay</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="55" />
            <source>reading took too long</source>
            <translation>la lectura tardó demasiado</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="56" />
            <source>no text on any page</source>
            <translation>sin texto en ninguna página</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="57" />
            <source>text recognition failed</source>
            <translation>falló el reconocimiento de texto</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="58" />
            <source>for another reason</source>
            <translation>por otra razón</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="61" />
            <source>the library’s folder</source>
            <translation>la carpeta de la biblioteca</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="62" />
            <source>the order of results</source>
            <translation>el orden de los resultados</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="63" />
            <source>the model for meaning</source>
            <translation>el modelo del significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="64" />
            <source>the model that compares results</source>
            <translation>el modelo que compara resultados</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="65" />
            <source>the address of the text recognition server</source>
            <translation>la dirección del servidor de reconocimiento de texto</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="66" />
            <source>the address of the office server</source>
            <translation>la dirección del servidor de la oficina</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="67" />
            <source>the certificate of the office server</source>
            <translation>el certificado del servidor de la oficina</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="68" />
            <source>the model of the text recognition server</source>
            <translation>el modelo del servidor de reconocimiento de texto</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="69" />
            <source>the model that writes summaries</source>
            <translation>el modelo que escribe resúmenes</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="70" />
            <source>summaries read aloud by screen readers</source>
            <translation>resúmenes leídos en voz alta por lectores de pantalla</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="71" />
            <source>what the local model may help with</source>
            <translation>en qué puede ayudar el modelo local</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="72" />
            <source>the language of the window</source>
            <translation>el idioma de la ventana</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="73" />
            <source>remembering searches and opened documents</source>
            <translation>recordar búsquedas y documentos abiertos</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="74" />
            <source>the looks of the window</source>
            <translation>el aspecto de la ventana</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="75" />
            <source>the size of the text</source>
            <translation>el tamaño del texto</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="76" />
            <source>dark pages in the reader</source>
            <translation>páginas oscuras en el lector</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="77" />
            <source>the patterns of files that are not added</source>
            <translation>los patrones de los archivos que no se añaden</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="80" />
            <source>results of a search</source>
            <translation>resultados de una búsqueda</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="81" />
            <source>passages of a collection</source>
            <translation>pasajes de una colección</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="82" />
            <source>the marks on results</source>
            <translation>las marcas en los resultados</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="83" />
            <source>the list of what still holds</source>
            <translation>la lista de vigencia</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="84" />
            <source>a report on who relies on an authority</source>
            <translation>un informe sobre quién se apoya en una autoridad</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="85" />
            <source>this very log</source>
            <translation>este mismo registro</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="86" />
            <source>what became of the files that were added</source>
            <translation>qué fue de los archivos que se añadieron</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="91" />
            <source>The activity log begins, with {documents} in the library and BriefBank {version}.</source>
            <translation>El registro de actividad empieza, con {documents} en la biblioteca y BriefBank {version}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="92" />
            <source>Opened with BriefBank {version} for the first time.</source>
            <translation>Abierta por primera vez con BriefBank {version}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="93" />
            <source>Document {document} was added: {kind}, {pages}.</source>
            <translation>Se añadió el documento {document}: {kind}, {pages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="94" />
            <source>Document {document} was read again: {pages}.</source>
            <translation>Se leyó de nuevo el documento {document}: {pages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="95" />
            <source>Document {document} was removed: {kind}, {pages}.</source>
            <translation>Se quitó el documento {document}: {kind}, {pages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="96" />
            <source>Not added, {reason}: {files}.</source>
            <translation>No se añadió, {reason}: {files}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="97" />
            <source>Of document {document} was corrected: {field}.</source>
            <translation>Del documento {document} se corrigió: {field}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="98" />
            <source>Of document {document} was put back to what was read: {field}.</source>
            <translation>Del documento {document} se volvió a lo que se leyó: {field}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="99" />
            <source>The extracts of document {document} were opened.</source>
            <translation>Se abrieron los extractos del documento {document}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="100" />
            <source>The summary that a local model wrote of document {document} was opened.</source>
            <translation>Se abrió el resumen que un modelo local escribió del documento {document}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="103" />
            <source>Exported as a file ({form}): {what}, {lines}.</source>
            <translation>Exportado a un archivo ({form}): {what}, {lines}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="104" />
            <source>Added to the list of what still holds: {lines}.</source>
            <translation>Añadido a la lista de vigencia: {lines}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="105" />
            <source>Taken off the list of what still holds: {lines}.</source>
            <translation>Retirado de la lista de vigencia: {lines}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="106" />
            <source>Changed on the list of what still holds: {lines}.</source>
            <translation>Cambiado en la lista de vigencia: {lines}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="107" />
            <source>Imported into the list of what still holds: {lines}.</source>
            <translation>Importado a la lista de vigencia: {lines}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="108" />
            <source>Changed in the settings: {setting}.</source>
            <translation>Cambiado en la configuración: {setting}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="109" />
            <source>Switched on in the settings: {setting}.</source>
            <translation>Encendido en la configuración: {setting}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="110" />
            <source>Switched off in the settings: {setting}.</source>
            <translation>Apagado en la configuración: {setting}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="111" />
            <source>The library was backed up: {documents}.</source>
            <translation>Se hizo una copia de seguridad de la biblioteca: {documents}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="112" />
            <source>The library was restored from a backup: {documents}.</source>
            <translation>La biblioteca se restauró de una copia de seguridad: {documents}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="113" />
            <source>The library of one computer was brought in: {documents}.</source>
            <translation>Se incorporó la biblioteca de un equipo: {documents}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="114" />
            <source>The search indexes were made anew: {passages}.</source>
            <translation>Se rehicieron los índices de búsqueda: {passages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="115" />
            <source>The library was checked and repaired: {mended:,} repaired, {problems:,} left.</source>
            <translation>Se comprobó y reparó la biblioteca: {mended:,} reparado, {problems:,} pendiente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="116" />
            <source>The self-test was run: {failed} of {checks} checks failed.</source>
            <translation>Se hizo la autocomprobación: fallaron {failed} de {checks} pruebas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="117" />
            <source>Signed in to the office’s library.</source>
            <translation>Se inició sesión en la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="118" />
            <source>The pages of document {document} were opened.</source>
            <translation>Se abrieron las páginas del documento {document}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="119" />
            <source>The file of document {document} was sent.</source>
            <translation>Se envió el archivo del documento {document}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="120" />
            <source>{wall} is kept from {kept_from}.</source>
            <translation>{wall} se oculta a {kept_from}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="121" />
            <source>{wall} was opened to everybody again.</source>
            <translation>{wall} volvió a abrirse a todos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="122" />
            <source>A collection was shared with the office, number {collection}: {passages}.</source>
            <translation>Se compartió una colección con la oficina, número {collection}: {passages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="123" />
            <source>Shared collection {collection} was withdrawn.</source>
            <translation>La colección compartida {collection} se retiró.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="124" />
            <source>Shared collection {collection} was replaced: {passages}.</source>
            <translation>La colección compartida {collection} se reemplazó: {passages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="125" />
            <source>Taken along on the computer: {taken}.</source>
            <translation>Se llevaron en el equipo: {taken}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="126" />
            <source>Documents that were taken along were deleted from the computer.</source>
            <translation>Los documentos que se llevaron se borraron del equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="127" />
            <source>Somebody could not sign in: the name or the password was wrong.</source>
            <translation>Alguien no pudo iniciar sesión: el nombre o la contraseña eran incorrectos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="128" />
            <source>Signing in was locked for a while, after too many wrong passwords.</source>
            <translation>El inicio de sesión se bloqueó un tiempo, tras demasiadas contraseñas incorrectas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="129" />
            <source>Changed their password.</source>
            <translation>Cambió su contraseña.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="130" />
            <source>Something was asked for that the role does not include, and refused.</source>
            <translation>Se pidió algo que la función no incluye, y se rechazó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="131" />
            <source>Not written down before this, because the disk could not be written to: {entries}.</source>
            <translation>No se anotó antes de esto, porque no se podía escribir en el disco: {entries}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="132" />
            <source>The catalogue was found to be new, and this activity log older than it.</source>
            <translation>El catálogo resultó ser nuevo, y este registro de actividad más antiguo que él.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="133" />
            <source>This activity log was found to be shortened or replaced. What stood here before is not known.</source>
            <translation>Este registro de actividad se encontró acortado o sustituido. No se sabe qué había aquí antes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="136" />
            <source>A stop cut the entry before this one short.</source>
            <translation>Una interrupción dejó incompleta la entrada anterior a esta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="137" />
            <source>Something that this version of BriefBank does not know.</source>
            <translation>Algo que esta versión de BriefBank no conoce.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="149" />
            <source>This is the library of made-up briefs.</source>
            <translation>Esta es la biblioteca de escritos inventados.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="152" />
            <source>Its activity log of {number:,} entries came with it.</source>
            <translation>Con ella vino su registro de actividad de {number:,} entradas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="159" />
            <source>1 document</source>
            <translation>1 documento</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="159" />
            <source>{number:,} documents</source>
            <translation>{number:,} documentos</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="165" />
            <source>A matter</source>
            <translation>Un caso</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="166" />
            <source>some persons</source>
            <translation>algunas personas</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="170" />
            <source>1 page</source>
            <translation>1 página</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="170" />
            <source>{number:,} pages</source>
            <translation>{number:,} páginas</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="171" />
            <source>1 file</source>
            <translation>1 archivo</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="171" />
            <source>{number:,} files</source>
            <translation>{number:,} archivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="175" />
            <source>something else</source>
            <translation>otra cosa</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="176" />
            <location filename="../../briefbank/audit/chain.py" line="181" />
            <source>1 entry</source>
            <translation>1 entrada</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="176" />
            <location filename="../../briefbank/audit/chain.py" line="181" />
            <source>{number:,} entries</source>
            <translation>{number:,} entradas</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="177" />
            <source>a setting</source>
            <translation>un ajuste</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="178" />
            <location filename="../../briefbank/catalogue/checksums.py" line="311" />
            <source>1 passage</source>
            <translation>1 pasaje</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="178" />
            <source>{number:,} passages</source>
            <translation>{number:,} pasajes</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="356" />
            <source>And {more} more.</source>
            <translation>Y {more} más.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="380" />
            <source>What stands after entry {number} cannot be read.</source>
            <translation>Lo que está después de la entrada {number} no se puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="384" />
            <source>The activity log ends with entry {number}, but entry {number2} had been written.</source>
            <translation>El registro de actividad termina con la entrada {number}, pero se había escrito la entrada {number2}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="390" />
            <source>Entry {number} is not the one that the catalogue knows.</source>
            <translation>La entrada {number} no es la que conoce el catálogo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="395" />
            <source>Entries {first} to {last} are missing.</source>
            <translation>Faltan las entradas {first} a {last}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="397" />
            <source>Entry {number} stands after entry {before}.</source>
            <translation>La entrada {number} está después de la entrada {before}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="399" />
            <source>Entry {number}, or the one before it, is not as it was written.</source>
            <translation>La entrada {number}, o la anterior, no está como se escribió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="404" />
            <source>Entry {number} tells that the activity log had been shortened or replaced before it.</source>
            <translation>La entrada {number} dice que antes de ella el registro de actividad había sido acortado o sustituido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="420" />
            <source>In the activity log that came with the backup of entry {number}: {problem}</source>
            <translation>En el registro de actividad que vino con la copia de la entrada {number}: {problem}</translation>
        </message>
        <message>
            <location filename="../../briefbank/audit/chain.py" line="428" />
            <source>The activity log of a backup that stands after entry {number} belongs to no restore.</source>
            <translation>El registro de actividad de una copia que está después de la entrada {number} no pertenece a ninguna restauración.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/checksums.py" line="289" />
            <source>words</source>
            <translation>palabras</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/checksums.py" line="297" />
            <source>{passages} cannot be found by {what}.</source>
            <translation>La búsqueda por {what} no encuentra {passages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/checksums.py" line="301" />
            <source>The index of {what} still holds {passages} of documents that were removed.</source>
            <translation>El índice de {what} contiene todavía {passages} de documentos que se quitaron.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/checksums.py" line="311" />
            <source>{count:,} passages</source>
            <translation>{count:,} pasajes</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="232" />
            <source>There is no such passage in this library.</source>
            <translation>No existe ese pasaje en esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="233" />
            <location filename="../../briefbank/search/searcher.py" line="162" />
            <source>Search again to see what is there.</source>
            <translation>Busque de nuevo para ver qué hay.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="281" />
            <source>This is not a file of marks from BriefBank.</source>
            <translation>Este no es un archivo de marcas de BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="282" />
            <source>Choose a file that was made by exporting marks. Nothing was changed.</source>
            <translation>Elija un archivo hecho al exportar marcas. No cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="291" />
            <source>The marks could not be written there.</source>
            <translation>Las marcas no se pudieron escribir allí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="292" />
            <source>Choose another folder, or free some space.</source>
            <translation>Elija otra carpeta o libere espacio.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="311" />
            <location filename="../../briefbank/citator/good_law.py" line="482" />
            <location filename="../../briefbank/errors.py" line="50" />
            <source>The file could not be opened.</source>
            <translation>El archivo no se pudo abrir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/feedback_rows.py" line="312" />
            <location filename="../../briefbank/citator/good_law.py" line="483" />
            <source>Check that it exists and that you may read it.</source>
            <translation>Compruebe que existe y que usted puede leerlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/law_rows.py" line="183" />
            <source>There is no such provision in this library.</source>
            <translation>No existe esa disposición en esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/schema.py" line="36" />
            <source>Bringing the library up to date</source>
            <translation>Actualizando la biblioteca</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/schema.py" line="75" />
            <source>The library’s catalogue is missing.</source>
            <translation>Falta el catálogo de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/sqlite_database.py" line="51" />
            <location filename="../../briefbank/ingest/progress.py" line="192" />
            <source>The same file is already in the library.</source>
            <translation>El mismo archivo ya está en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/sqlite_database.py" line="52" />
            <source>It was not added a second time.</source>
            <translation>No se añadió por segunda vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/sqlite_database.py" line="75" />
            <location filename="../../briefbank/office/postgres_database.py" line="127" />
            <source>Some entries of the library’s catalogue do not fit together.</source>
            <translation>Algunas entradas del catálogo de la biblioteca no concuerdan entre sí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/catalogue/sqlite_database.py" line="76" />
            <location filename="../../briefbank/office/postgres_database.py" line="128" />
            <source>Check the library and let it be repaired, or rebuild its indexes, then try again.</source>
            <translation>Compruebe la biblioteca y deje que se repare, o reconstruya sus índices, y vuelva a intentarlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="138" />
            <source>A letter stands where a digit belongs; it was read as “{canonical}”. Compare the numbers with the source.</source>
            <translation>Hay una letra donde corresponde un dígito; se leyó como «{canonical}». Compare los números con la fuente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="150" />
            <source>The year {year} is still to come.</source>
            <translation>El año {year} aún no ha llegado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="154" />
            <source>{name} has decisions of {first_year} to {last_year}; one of {year} cannot stand in it.</source>
            <translation>{name} tiene decisiones de {first_year} a {last_year}; una de {year} no puede estar en él.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="162" />
            <source>{name} has {last_volume} volumes; there is no volume {volume}.</source>
            <translation>{name} tiene {last_volume} volúmenes; no existe el volumen {volume}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="182" />
            <source>This short form leans on a full citation of the same volume, but the draft has none. Cite the decision in full the first time.</source>
            <translation>Esta forma abreviada depende de una cita completa del mismo volumen, pero el borrador no tiene ninguna. Cite la decisión completa la primera vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="193" />
            <source>Page {page} is pointed at, but {canonical} begins on page {first}.</source>
            <translation>Se remite a la página {page}, pero {canonical} empieza en la página {first}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="217" />
            <source>“{number}” is no number of this code. It is usually written “{right}”.</source>
            <translation>«{number}» no es un número de este código. Lo habitual es escribir «{right}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="226" />
            <source>The {name} has {last} titles; there is no title {group}.</source>
            <translation>El {name} tiene {last} títulos; no existe el título {group}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="239" />
            <source>No reporter is called “{name}”.</source>
            <translation>Ningún repertorio se llama «{name}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="240" />
            <source>Compare the name with the source.</source>
            <translation>Compare el nombre con la fuente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/malformed.py" line="242" />
            <source>It is usually written “{name}”.</source>
            <translation>Lo habitual es escribir «{name}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/provisions.py" line="89" />
            <source>This names more than one authority.</source>
            <translation>Aquí se nombra más de una autoridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/provisions.py" line="90" />
            <source>Give each authority a line of its own.</source>
            <translation>Ponga cada autoridad en su propia línea.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/provisions.py" line="92" />
            <source>This names more than one provision.</source>
            <translation>Aquí se nombra más de una disposición.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citations/provisions.py" line="93" />
            <source>Give each provision a line of its own.</source>
            <translation>Ponga cada disposición en su propia línea.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/authorities.py" line="286" />
            <source>There is no such authority in this library.</source>
            <translation>No existe esa autoridad en esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/authorities.py" line="287" />
            <source>No document cites it any more. Look for it by its name.</source>
            <translation>Ningún documento la cita ya. Búsquela por su nombre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="69" />
            <source>Not on your good-law list, which leaves open whether it still holds.</source>
            <translation>No está en su lista de vigencia, lo que deja abierto si sigue vigente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="71" />
            <source>Your good-law list speaks against it.</source>
            <translation>Su lista de vigencia habla en contra de ella.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="73" />
            <source>Your good-law list speaks against a part of it.</source>
            <translation>Su lista de vigencia habla en contra de una parte de ella.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="75" />
            <source>Your good-law list says what was done to it on other grounds; your point may still stand.</source>
            <translation>Su lista de vigencia dice qué se hizo con ella por otros motivos; su punto puede seguir en pie.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="79" />
            <source>Your good-law list has only a part of it, which leaves open whether the rest still holds.</source>
            <translation>Su lista de vigencia tiene solo una parte de ella, lo que deja abierto si el resto sigue vigente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="83" />
            <source>Your good-law list says that it is {standing}, entered by {entered_by} on {entered}.</source>
            <translation>Su lista de vigencia dice: {standing}; la añadió {entered_by} el {entered}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="92" />
            <source>A statement in your library speaks against it and waits for a decision.</source>
            <translation>Una frase de su biblioteca habla en contra de ella y espera una decisión.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="92" />
            <source>{number} statements in your library speak against it and wait for a decision.</source>
            <translation>{number} frases de su biblioteca hablan en contra de ella y esperan una decisión.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="99" />
            <source>No document of your library cites it.</source>
            <translation>Ningún documento de su biblioteca la cita.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="101" />
            <source>Cited in 1 document.</source>
            <translation>Citada en 1 documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="101" />
            <source>Cited in {number:,} documents.</source>
            <translation>Citada en {number:,} documentos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="103" />
            <source>Last cited on {day}.</source>
            <translation>Citada por última vez el {day}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="104" />
            <source>Only your good-law list and library were looked at.</source>
            <translation>Solo se miraron su lista de vigencia y su biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="279" />
            <source>There is no such proposal.</source>
            <translation>No existe esa propuesta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="280" />
            <source>It may have been decided on. Look at the proposals again.</source>
            <translation>Puede que ya se haya decidido. Mire de nuevo las propuestas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="469" />
            <source>There is no line {entry_id} on your good-law list.</source>
            <translation>No existe la línea {entry_id} en su lista de vigencia.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law.py" line="470" />
            <source>It may have been removed. Look at the list.</source>
            <translation>Puede que se haya quitado. Mire la lista.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="76" />
            <source>Fill it in and save it again. Nothing was imported.</source>
            <translation>Complételo y guárdelo de nuevo. No se importó nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="77" />
            <source>This file has no lines.</source>
            <translation>Este archivo no tiene líneas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="84" />
            <location filename="../../briefbank/citator/good_law_csv.py" line="119" />
            <source>Choose another file. Nothing was imported.</source>
            <translation>Elija otro archivo. No se importó nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="85" />
            <source>This file is too large for a list.</source>
            <translation>Este archivo es demasiado grande para una lista.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="91" />
            <source>Row {row} of this file cannot be read as text.</source>
            <translation>La fila {row} de este archivo no se puede leer como texto.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="92" />
            <source>Save it as “CSV UTF-8” in your spreadsheet and import that. Nothing was imported.</source>
            <translation>Guárdelo como «CSV UTF-8» en su hoja de cálculo e importe ese archivo. No se importó nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="109" />
            <source>a quotation mark is not closed, or text follows a closed one.</source>
            <translation>unas comillas no están cerradas, o hay texto después de unas comillas cerradas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="110" />
            <source>Put it right in your spreadsheet.</source>
            <translation>Corríjalo en su hoja de cálculo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="120" />
            <source>This file is empty.</source>
            <translation>Este archivo está vacío.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="123" />
            <source>there is no such column, or there are two of that name.</source>
            <translation>no hay ninguna columna así, o hay dos con ese nombre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="124" />
            <source>The columns are: {known}.</source>
            <translation>Las columnas son: {known}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="127" />
            <source>this column is missing.</source>
            <translation>falta esta columna.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="128" />
            <source>The first row must name the columns.</source>
            <translation>La primera fila debe nombrar las columnas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="135" />
            <source>there are more cells than columns, or fewer.</source>
            <translation>hay más celdas que columnas, o menos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="136" />
            <source>Put text with separators into quotes.</source>
            <translation>Ponga entre comillas el texto que contenga separadores.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="140" />
            <source>this has more than {longest:,} characters.</source>
            <translation>esto tiene más de {longest:,} caracteres.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="141" />
            <source>Shorten it.</source>
            <translation>Acórtelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="152" />
            <source>“{cell}” is not a status.</source>
            <translation>«{cell}» no es un estado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="153" />
            <source>Write one of: {standing}. Add “in part” or “on other grounds” where that is so.</source>
            <translation>Escriba uno de estos: {standing}. Añada «in part» u «on other grounds» donde así sea.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="163" />
            <source>“{written}” is not a date.</source>
            <translation>«{written}» no es una fecha.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="164" />
            <source>Write it as 2015-03-01, or leave it empty.</source>
            <translation>Escríbala así: 2015-03-01, o déjela vacía.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="195" />
            <source>Row {row}, column “{column}”: {said}</source>
            <translation>Fila {row}, columna «{column}»: {said}</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="197" />
            <source>Row {row}: {said}</source>
            <translation>Fila {row}: {said}</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="199" />
            <source>{remedy} Nothing was imported.</source>
            <translation>{remedy} No se importó nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="221" />
            <source>lines {numbers} of the list are of this authority and day.</source>
            <translation>las líneas {numbers} de la lista son de esta autoridad y de este día.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="222" />
            <source>Take one of them off the list.</source>
            <translation>Quite una de ellas de la lista.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="225" />
            <source>row {other} says something else of this authority and day.</source>
            <translation>la fila {other} dice otra cosa de esta autoridad y de este día.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="226" />
            <source>Leave one of them out, or give them different days.</source>
            <translation>Quite una de ellas, o indique días distintos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="248" />
            <source>the list has other citations of this case.</source>
            <translation>la lista tiene otras citas de este caso.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_csv.py" line="249" />
            <source>Write all of its citations into one cell.</source>
            <translation>Escriba todas sus citas en una sola celda.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="198" />
            <source>Your library knows more than one case of that name: {several}.</source>
            <translation>Su biblioteca conoce más de un caso con ese nombre: {several}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="199" />
            <source>Type the citation of the one that you mean.</source>
            <translation>Escriba la cita del caso que quiere.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="204" />
            <source>There is no citation in “{shown}”.</source>
            <translation>No hay ninguna cita en «{shown}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="206" />
            <source>No authority was named.</source>
            <translation>No se nombró ninguna autoridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="247" />
            <location filename="../../briefbank/domain/maintenance.py" line="230" />
            <source>good law</source>
            <translation>vigente</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="249" />
            <source>{standing} by {by}</source>
            <translation>{standing} por {by}</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="251" />
            <source>{standing}, since {since}</source>
            <translation>{standing}, desde el {since}</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="278" />
            <source>{label}: {describe_entry}, your good-law list says.</source>
            <translation>{label}: {describe_entry}, según su lista de vigencia.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="280" />
            <source>The point that it is cited for may still stand; cite it with this history.</source>
            <translation>El punto por el que se cita puede seguir en pie; cítela con este historial.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="284" />
            <source>Also on the list: {describe_entry}.</source>
            <translation>También en la lista: {describe_entry}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="318" />
            <source>entered by</source>
            <translation>añadida por</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="326" />
            <source>What is typed for “{field}” is too long.</source>
            <translation>Lo escrito en «{field}» es demasiado largo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="327" />
            <source>Use at most {longest:,} characters.</source>
            <translation>Use {longest:,} caracteres como máximo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="357" />
            <source>Line {id} of the list says already of {label}: {describe_entry}.</source>
            <translation>La línea {id} de la lista ya dice de {label}: {describe_entry}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="363" />
            <source>Take one of the two off the list, or give them different days since when they hold.</source>
            <translation>Quite una de las dos de la lista, o indique días distintos desde los que cuenten.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/good_law_list.py" line="365" />
            <source>Change that line, or give another day since when the new one holds.</source>
            <translation>Cambie esa línea, o indique otro día desde el que cuente la nueva.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="43" />
            <source>Its nearest sentence is the closest to the condition, beside what the search found.</source>
            <translation>Su frase más cercana es la que más se acerca a la condición, además de lo que encontró la búsqueda.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="44" />
            <source>A model on this computer that read the candidates put it first.</source>
            <translation>Un modelo en este equipo que leyó las candidatas la puso en primer lugar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="45" />
            <source>It is the first that the search found; search by meaning is not ready yet.</source>
            <translation>Es la primera que encontró la búsqueda; la búsqueda por significado aún no está lista.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="46" />
            <source>The first is no better than the others. Compare at least the first three; the one that governs may be none of them.</source>
            <translation>La primera no es mejor que las demás. Compare al menos las tres primeras; la que rige puede no ser ninguna de ellas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="50" />
            <source>It is the only provision that was found, which does not mean that it governs.</source>
            <translation>Es la única disposición que se halló, lo que no significa que rija.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="51" />
            <source>How far apart the provisions are cannot be said before search by meaning is ready. Compare at least the first three.</source>
            <translation>No se puede decir cuán distintas son las disposiciones antes de que esté lista la búsqueda por significado. Compare al menos las tres primeras.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="55" />
            <source>Your library holds no statutes, rules or directives. Add their text as PDF, Word, HTML or text files.</source>
            <translation>Su biblioteca no contiene leyes, reglas ni directivas. Añada su texto en archivos PDF, Word, HTML o de texto.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_finder.py" line="58" />
            <source>No provision in your library has to do with this. Say it in other words, or add the code it is in.</source>
            <translation>Ninguna disposición de su biblioteca tiene que ver con esto. Dígalo con otras palabras, o añada el código donde está.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_versions.py" line="145" />
            <source>Two versions are in force at once on {day}. Set the days of one of them.</source>
            <translation>Hay dos versiones en vigor a la vez el {day}. Fije los días de una de ellas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_versions.py" line="152" />
            <source>No version covers the days from {next} to {next2}.</source>
            <translation>Ninguna versión abarca los días del {next} al {next2}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_versions.py" line="160" />
            <source>Versions without days: {number}. Set the days on which they are in force.</source>
            <translation>Versiones sin fechas: {number}. Indique los días en que están vigentes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_versions.py" line="200" />
            <source>Amended on {days}: the library has the later text.</source>
            <translation>Enmendada el {days}: la biblioteca tiene el texto posterior.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_versions.py" line="206" />
            <source>No longer in force since {ended}.</source>
            <translation>Ya no está en vigor desde el {ended}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/citator/provision_versions.py" line="214" />
            <source>{entry:^}, your good-law list says.</source>
            <translation>{entry:^}, según su lista de vigencia.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/authorities.py" line="355" />
            <source>--unset takes no days.</source>
            <translation>--unset no lleva días.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/authorities.py" line="355" />
            <source>Use --set to say them.</source>
            <translation>Use --set para indicarlos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/authorities.py" line="361" />
            <source>Nothing was asked for.</source>
            <translation>No se pidió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/authorities.py" line="361" />
            <source>See: briefbank versions --help</source>
            <translation>Vea: briefbank versions --help</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/commands.py" line="223" />
            <source>The library that this computer serves is not in its folder, {folder}.</source>
            <translation>La biblioteca que sirve este ordenador no está en su carpeta, {folder}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/commands.py" line="224" />
            <source>If its disk is not mounted, mount it and try again. If the library is lost, restore a backup: briefbank --library {folder} restore DIR.</source>
            <translation>Si su disco no está montado, móntelo e intente de nuevo. Si la biblioteca se perdió, restaure una copia de seguridad: briefbank --library {folder} restore DIR.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/commands.py" line="261" />
            <source>This is done with a library of this computer, and not with that of the office.</source>
            <translation>Esto se hace con una biblioteca de este ordenador, y no con la de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/commands.py" line="262" />
            <source>Name one with --library DIR.</source>
            <translation>Indique una con --library DIR.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/commands.py" line="328" />
            <source>BriefBank made a mistake and stopped.</source>
            <translation>BriefBank cometió un error y se detuvo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/commands.py" line="328" />
            <source>The log has the details.</source>
            <translation>El registro tiene los detalles.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/documents.py" line="410" />
            <source>Nothing was said to be corrected.</source>
            <translation>No se indicó nada que corregir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/documents.py" line="411" />
            <source>See: briefbank correct --help</source>
            <translation>Vea: briefbank correct --help</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/evaluate.py" line="32" />
            <source>Nothing was named to be measured.</source>
            <translation>No se indicó nada que medir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/evaluate.py" line="33" />
            <source>Name a data set’s folder, two saved runs with --compare, or --from-feedback.</source>
            <translation>Indique la carpeta de un conjunto de datos, dos ejecuciones guardadas con --compare, o --from-feedback.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/evaluate.py" line="92" />
            <source>These options cannot be used together.</source>
            <translation>Estas opciones no se pueden usar juntas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/evaluate.py" line="93" />
            <source>With --encoder or --reranker name a data set’s folder.</source>
            <translation>Con --encoder o --reranker indique la carpeta de un conjunto de datos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/cli/output.py" line="331" />
            <source>{name}: {stage}</source>
            <translation>{name}: {stage}</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="108" />
            <source>overruled</source>
            <translation>revocada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="109" />
            <source>reversed</source>
            <translation>revertida</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="110" />
            <source>vacated</source>
            <translation>anulada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="111" />
            <source>abrogated</source>
            <translation>abrogada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="112" />
            <source>invalidated</source>
            <translation>invalidada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="113" />
            <source>repealed</source>
            <translation>derogada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="114" />
            <source>superseded</source>
            <translation>sustituida</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="115" />
            <source>disapproved</source>
            <translation>desaprobada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="116" />
            <source>overruled in part</source>
            <translation>revocada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="117" />
            <source>reversed in part</source>
            <translation>revertida en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="118" />
            <source>vacated in part</source>
            <translation>anulada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="119" />
            <source>abrogated in part</source>
            <translation>abrogada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="120" />
            <source>invalidated in part</source>
            <translation>invalidada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="121" />
            <source>repealed in part</source>
            <translation>derogada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="122" />
            <source>superseded in part</source>
            <translation>sustituida en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="123" />
            <source>disapproved in part</source>
            <translation>desaprobada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="124" />
            <source>amended</source>
            <translation>enmendada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="125" />
            <source>modified</source>
            <translation>modificada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="126" />
            <source>limited</source>
            <translation>limitada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="127" />
            <source>questioned</source>
            <translation>cuestionada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="128" />
            <source>limited in part</source>
            <translation>limitada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="129" />
            <source>questioned in part</source>
            <translation>cuestionada en parte</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="130" />
            <source>overruled on other grounds</source>
            <translation>revocada por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="131" />
            <source>reversed on other grounds</source>
            <translation>revertida por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="132" />
            <source>vacated on other grounds</source>
            <translation>anulada por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="133" />
            <source>abrogated on other grounds</source>
            <translation>abrogada por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="134" />
            <source>superseded on other grounds</source>
            <translation>sustituida por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="135" />
            <source>disapproved on other grounds</source>
            <translation>desaprobada por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="136" />
            <source>limited on other grounds</source>
            <translation>limitada por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="137" />
            <source>questioned on other grounds</source>
            <translation>cuestionada por otros motivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/authorities.py" line="138" />
            <source>good</source>
            <translation>vigente</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="23" />
            <source>brief</source>
            <translation>escrito</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="24" />
            <source>opinion</source>
            <translation>sentencia</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="25" />
            <source>statute</source>
            <translation>ley</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="26" />
            <source>rule</source>
            <translation>regla</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="27" />
            <source>directive</source>
            <translation>directiva</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="28" />
            <source>memo</source>
            <translation>memorando</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="29" />
            <source>mail</source>
            <translation>correo</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="30" />
            <source>other</source>
            <translation>otro</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="83" />
            <source>“{typed}” is not a date.</source>
            <translation>«{typed}» no es una fecha.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="84" />
            <source>Write it as March 5, 2021 or 2021-03-05.</source>
            <translation>Escríbala así: March 5, 2021 o 2021-03-05.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="93" />
            <source>“{typed}” lies in the future.</source>
            <translation>“{typed}” está en el futuro.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="94" />
            <source>Type when the document was filed, or leave it empty.</source>
            <translation>Escriba cuándo se presentó el documento, o déjelo vacío.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="104" />
            <source>“{typed}” is not a kind of document that BriefBank knows.</source>
            <translation>«{typed}» no es una clase de documento que BriefBank conozca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="105" />
            <source>It is one of: {kinds}.</source>
            <translation>Es una de estas: {kinds}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="120" />
            <source>“{typed}” is not a year.</source>
            <translation>“{typed}” no es un año.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="120" />
            <source>Write it with four digits: 2009.</source>
            <translation>Escríbalo con cuatro cifras: 2009.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="152" />
            <source>the title</source>
            <translation>el título</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="155" />
            <source>the court</source>
            <translation>el tribunal</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="158" />
            <source>the docket number</source>
            <translation>el número de expediente</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="165" />
            <source>the judge</source>
            <translation>el juez</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="172" />
            <source>the parties</source>
            <translation>las partes</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="175" />
            <source>the side</source>
            <translation>la parte representada</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="177" />
            <source>the kind of document</source>
            <translation>el tipo de documento</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="179" />
            <source>the name of the paper</source>
            <translation>el nombre del escrito</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="182" />
            <source>the filing date</source>
            <translation>la fecha de presentación</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="190" />
            <source>the office</source>
            <translation>la oficina</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="193" />
            <source>the client</source>
            <translation>el cliente</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="196" />
            <source>the version</source>
            <translation>la versión</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/caption_fields.py" line="199" />
            <source>the year</source>
            <translation>el año</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/ingest.py" line="71" />
            <source>The file’s properties name people. BriefBank does not search them.</source>
            <translation>Las propiedades del archivo nombran a personas. BriefBank no busca en ellas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/ingest.py" line="74" />
            <source>Stopped before it was added. Add it again when you wish.</source>
            <translation>Detenido antes de añadirse. Añádalo de nuevo cuando quiera.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/maintenance.py" line="142" />
            <source>The system encrypts the disk with the library; BriefBank itself does not encrypt it.</source>
            <translation>El sistema cifra el disco en el que está la biblioteca; BriefBank por sí mismo no la cifra.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/maintenance.py" line="145" />
            <source>Neither the system nor BriefBank encrypts the library, so whoever has this computer or its disk can read the briefs; the system’s disk encryption can be switched on.</source>
            <translation>Ni el sistema ni BriefBank cifran la biblioteca, así que quien tenga este equipo o su disco puede leer los escritos; el cifrado de disco del sistema se puede activar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/maintenance.py" line="149" />
            <source>BriefBank does not encrypt the library itself and cannot tell whether the system encrypts its disk; whoever looks after this computer can.</source>
            <translation>BriefBank no cifra por sí mismo la biblioteca y no puede saber si el sistema cifra su disco; quien se ocupa de este equipo sí puede.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/maintenance.py" line="156" />
            <source>The system may put memory aside on a disk without encryption (swap), and words of briefs that were open may stay there.</source>
            <translation>El sistema puede apartar memoria en un disco sin cifrar (intercambio), y allí pueden quedar palabras de escritos que estuvieron abiertos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/maintenance.py" line="160" />
            <source>BriefBank cannot tell whether memory that the system puts aside on a disk (swap) is encrypted.</source>
            <translation>BriefBank no puede saber si está cifrada la memoria que el sistema aparta en un disco (intercambio).</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/userdata.py" line="166" />
            <source>This collection is too long to be shared with the office.</source>
            <translation>Esta colección es demasiado larga para compartirla con la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/domain/userdata.py" line="167" />
            <source>It may have {passages:,} passages, notes of {notes:,} characters and a name of {name}.</source>
            <translation>Puede tener {passages:,} pasajes, notas de {notes:,} caracteres y un nombre de {name}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="220" />
            <source>The library knows {name} as {citation}, in {number} documents.</source>
            <translation>La biblioteca conoce {name} como {citation}, en {number} documentos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="294" />
            <source>Check the volume.</source>
            <translation>Compruebe el volumen.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="295" />
            <source>Check the page.</source>
            <translation>Compruebe la página.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="296" />
            <source>Check the reporter.</source>
            <translation>Compruebe el repertorio.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="297" />
            <source>Check the year.</source>
            <translation>Compruebe el año.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="309" />
            <source>Pages of the file without text that could be read, which were not checked: {pages}.</source>
            <translation>Páginas del archivo sin texto que se pudiera leer, que no se revisaron: {pages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="315" />
            <source>BriefBank made a mistake: passages whose citations could not be read and were not compared: {number}.</source>
            <translation>BriefBank cometió un error: pasajes cuyas citas no se pudieron leer y no se compararon: {number}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="321" />
            <source>Pages of the file that could not be read with certainty: {pages}. Differences found there may be misreadings.</source>
            <translation>Páginas del archivo que no se pudieron leer con certeza: {pages}. Las diferencias que haya ahí pueden ser errores de lectura.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="328" />
            <source>The library has this draft, or a version of it: {names}. What stands there was left out.</source>
            <translation>La biblioteca tiene este borrador, o una versión de él: {names}. Lo que está allí no se tuvo en cuenta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="333" />
            <source>No part that argues was found in the draft, so it was not compared with what your office argued.</source>
            <translation>No se encontró en el borrador ninguna parte que argumente, así que no se comparó con lo que sostuvo su oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="337" />
            <source>The draft is long. Shorter sections that were not compared: {number}. The {most_sections} longest were.</source>
            <translation>El borrador es largo. Secciones más cortas que no se compararon: {number}. Se compararon las {most_sections} más largas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="344" />
            <source>{quotations} more quotations were not compared. Check the draft in parts to compare all.</source>
            <translation>Quedaron {quotations} citas textuales sin comparar. Revise el borrador por partes para compararlas todas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="349" />
            <source>The draft cites no authority that BriefBank knows by its form.</source>
            <translation>El borrador no cita ninguna autoridad que BriefBank conozca por su forma.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="384" />
            <source>There is no text to check.</source>
            <translation>No hay texto que revisar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="385" />
            <source>Paste a paragraph of your draft, or choose its file.</source>
            <translation>Pegue un párrafo de su borrador, o elija su archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="389" />
            <source>This is more text than can be pasted.</source>
            <translation>Este texto es más largo de lo que se puede pegar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/check.py" line="389" />
            <source>Save it as a file and check that.</source>
            <translation>Guárdelo como archivo y revise ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="41" />
            <source>reading the draft</source>
            <translation>lectura del borrador</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="41" />
            <source>recognising scanned pages</source>
            <translation>reconocimiento de páginas escaneadas</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="42" />
            <source>looking for the same arguments</source>
            <translation>búsqueda de los mismos argumentos</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="42" />
            <source>comparing quotations</source>
            <translation>comparación de citas textuales</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="63" />
            <source>The file could not be checked.</source>
            <translation>No se pudo revisar el archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="64" />
            <source>Print it to PDF in another program, and check that.</source>
            <translation>Imprímalo a PDF en otro programa y revise ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="66" />
            <source>Check that it still exists and that you may read it, then check it again.</source>
            <translation>Compruebe que sigue existiendo y que usted puede leerlo, y revíselo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="67" />
            <source>Save it without a password and check that.</source>
            <translation>Guárdelo sin contraseña y revise ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="68" />
            <source>If you can read its pages, scan them again at 300 dpi, or paste its text.</source>
            <translation>Si usted puede leer sus páginas, escanéelas de nuevo a 300 dpi, o pegue su texto.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="69" />
            <source>Split it into parts and check those.</source>
            <translation>Divídalo en partes y revíselas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="115" />
            <source>There is no such file.</source>
            <translation>No existe ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/drafts/reading.py" line="137" />
            <source>Or paste the draft’s text.</source>
            <translation>O pegue el texto del borrador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/background_indexer.py" line="262" />
            <source>Preparing search by meaning with {shown}</source>
            <translation>Preparando la búsqueda por significado con {shown}</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/background_indexer.py" line="461" />
            <location filename="../../briefbank/embedding/background_indexer.py" line="465" />
            <location filename="../../briefbank/embedding/background_indexer.py" line="479" />
            <source>Preparing search by meaning</source>
            <translation>Preparando la búsqueda por significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/encoders.py" line="55" />
            <source>The model for searching by meaning could not be loaded.</source>
            <translation>El modelo para buscar por significado no se pudo cargar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/encoders.py" line="56" />
            <source>Search by words works without it. Install BriefBank again, or choose another model folder.</source>
            <translation>La búsqueda por palabras funciona sin él. Instale BriefBank de nuevo, o elija otra carpeta de modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/lance.py" line="50" />
            <source>Search by words works. For search by meaning, open the library on a newer computer.</source>
            <translation>La búsqueda por palabras funciona. Para buscar por significado, abra la biblioteca en un equipo más nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/lance.py" line="68" />
            <source>Search by meaning needs a processor with {listed}, which the one in this computer lacks.</source>
            <translation>La búsqueda por significado necesita un procesador con {listed}, que el de este equipo no tiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="31" />
            <source>This model consists of parts that are not known here, and is not used.</source>
            <translation>Este modelo consta de partes que aquí no se conocen, y no se usa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="32" />
            <source>A link in this model’s folder leads out of it, and the model is not used.</source>
            <translation>Un enlace de la carpeta de este modelo lleva fuera de ella, y el modelo no se usa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="33" />
            <source>This folder holds too much, or something else than files, and is not used as a model.</source>
            <translation>Esta carpeta contiene demasiado, o algo que no son archivos, y no se usa como modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="34" />
            <source>The files of this model cannot be read.</source>
            <translation>No se pueden leer los archivos de este modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="35" />
            <source>Choose a model for sentence-transformers that is data alone, its weights in .safetensors files.</source>
            <translation>Elija un modelo para sentence-transformers que conste solo de datos, con los pesos en archivos .safetensors.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="38" />
            <source>If the model works without this file, delete it and choose the folder again; or choose another.</source>
            <translation>Si el modelo funciona sin este archivo, bórrelo y elija de nuevo la carpeta; o elija otro modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="41" />
            <source>Copy all files of the model into one folder and choose that, or choose another model.</source>
            <translation>Copie todos los archivos del modelo en una sola carpeta y elíjala, o elija otro modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="120" />
            <source>“{name}” in this model may run a program, and the model is not used.</source>
            <translation>«{name}» de este modelo podría ejecutar un programa, y el modelo no se usa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/model_folder.py" line="155" />
            <source>A file of this model is damaged, and the model is not used.</source>
            <translation>Un archivo de este modelo está dañado, y el modelo no se usa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/reranking.py" line="40" />
            <source>This folder does not hold a model that compares a question with a passage.</source>
            <translation>Esta carpeta no contiene un modelo que compare una pregunta con un pasaje.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/reranking.py" line="41" />
            <source>The model for comparing results could not be loaded.</source>
            <translation>El modelo que compara los resultados no se pudo cargar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/embedding/reranking.py" line="42" />
            <source>Choose the folder of a cross-encoder for sentence-transformers that gives one score.</source>
            <translation>Elija la carpeta de un codificador cruzado para sentence-transformers que dé una sola puntuación.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="17" />
            <source>BriefBank could not do this.</source>
            <translation>BriefBank no pudo hacerlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="18" />
            <source>Try again.</source>
            <translation>Intente de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="45" />
            <source>The file could not be added.</source>
            <translation>El archivo no se pudo añadir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="46" />
            <source>Open it in another program to see whether it is whole, then add it again.</source>
            <translation>Ábralo en otro programa para ver si está completo y añádalo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="51" />
            <source>Check that it still exists and that you may read it, then add it again.</source>
            <translation>Compruebe que sigue existiendo y que usted puede leerlo, y añádalo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="55" />
            <source>This is not a PDF, Word, WordPerfect, OpenDocument, RTF, HTML or text file, nor a mail, nor a picture of pages.</source>
            <translation>Esto no es un archivo PDF, Word, WordPerfect, OpenDocument, RTF, HTML o de texto, ni un correo, ni una imagen de páginas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="59" />
            <source>Save or print it as PDF and add that.</source>
            <translation>Guárdelo o imprímalo como PDF y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="65" />
            <source>This file needs LibreOffice, which is not installed on this computer.</source>
            <translation>Este archivo necesita LibreOffice, que no está instalado en este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="66" />
            <source>It waits. Install LibreOffice Writer, and BriefBank adds it the next time.</source>
            <translation>Queda en espera. Instale LibreOffice Writer y BriefBank lo añadirá la próxima vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="70" />
            <source>The file is protected by a password.</source>
            <translation>El archivo está protegido con una contraseña.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="71" />
            <source>Add it again with its password. BriefBank asks once and does not keep it.</source>
            <translation>Añádalo de nuevo con su contraseña. BriefBank la pide una vez y no la guarda.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="75" />
            <source>The file is damaged and no page of it could be read.</source>
            <translation>El archivo está dañado y no se pudo leer ninguna página.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="76" />
            <source>Ask for a new copy, or print it to PDF in a program that can open it, and add that.</source>
            <translation>Pida otra copia, o imprímalo a PDF en un programa que pueda abrirlo, y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="86" />
            <source>The file is larger than BriefBank can read.</source>
            <translation>El archivo es más grande de lo que BriefBank puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="87" />
            <source>Split it into parts and add those.</source>
            <translation>Divídalo en partes y añádalas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="91" />
            <source>Reading the file needs more memory than there is.</source>
            <translation>Leer el archivo necesita más memoria de la que hay.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="95" />
            <source>Reading the file took too long and was stopped.</source>
            <translation>La lectura del archivo tardó demasiado y se detuvo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="96" />
            <source>Print it to PDF in a program that can open it, and add that.</source>
            <translation>Imprímalo a PDF en un programa que pueda abrirlo y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="100" />
            <source>No text was found on any page.</source>
            <translation>No se encontró texto en ninguna página.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="101" />
            <source>If you can read its pages, scan them again at 300 dpi and add the new scan.</source>
            <translation>Si usted puede leer sus páginas, escanéelas de nuevo a 300 dpi y añada el nuevo escaneo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="105" />
            <source>The scanned pages could not be read.</source>
            <translation>Las páginas escaneadas no se pudieron leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="106" />
            <source>Check with Help, Self-test that text recognition works, then add the file again.</source>
            <translation>Compruebe con Ayuda, Autocomprobación que el reconocimiento de texto funciona y añada el archivo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="112" />
            <source>This model needs PyTorch, which does not come with BriefBank.</source>
            <translation>Este modelo necesita PyTorch, que no viene con BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="113" />
            <source>Ask whoever looks after your computers to add it with “sudo apt install ./briefbank-pytorch_*.deb”, the file beside BriefBank’s own. Then choose the model again.</source>
            <translation>Pida a quien se ocupa de sus equipos que lo añada con «sudo apt install ./briefbank-pytorch_*.deb», el archivo que acompaña al de BriefBank. Después elija el modelo otra vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="120" />
            <source>The library could not be used.</source>
            <translation>La biblioteca no se pudo usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="121" />
            <source>Check the disk that holds it.</source>
            <translation>Compruebe el disco que la contiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="125" />
            <source>Another BriefBank window or command is changing this library.</source>
            <translation>Otra ventana u orden de BriefBank está modificando esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="126" />
            <source>Wait until it has finished, or close it, and try again.</source>
            <translation>Espere a que termine, o ciérrelo, e intente de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="130" />
            <source>The disk that holds the library is full.</source>
            <translation>El disco que contiene la biblioteca está lleno.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="131" />
            <source>Free some space and try again. Nothing that was added before is lost.</source>
            <translation>Libere espacio e intente de nuevo. No se pierde nada de lo añadido antes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="137" />
            <source>The computer is short of memory.</source>
            <translation>El equipo tiene poca memoria.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="138" />
            <source>Close other programs and try again. Nothing that was added before is lost.</source>
            <translation>Cierre otros programas e intente de nuevo. No se pierde nada de lo añadido antes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="142" />
            <source>The library cannot be written to.</source>
            <translation>No se puede escribir en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="143" />
            <source>Check that you may change its folder, or choose another library.</source>
            <translation>Compruebe que usted puede modificar su carpeta, o elija otra biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="149" />
            <source>The library’s folder cannot be reached just now.</source>
            <translation>No se puede llegar ahora a la carpeta de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="150" />
            <source>Connect its drive or share again, then try again. Nothing that was added before is lost.</source>
            <translation>Conecte de nuevo su unidad o carpeta compartida e intente de nuevo. No se pierde nada de lo añadido antes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="158" />
            <source>The library’s copy of this file cannot be reached just now.</source>
            <translation>No se puede llegar ahora a la copia de este archivo en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="159" />
            <source>Connect the drive or share that holds it and try again, or let “Check” in Settings look for it.</source>
            <translation>Conecte la unidad o el recurso compartido que lo contiene e inténtelo de nuevo, o deje que «Comprobar», en Configuración, lo busque.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="167" />
            <source>The file could not be written there.</source>
            <translation>El archivo no se pudo escribir allí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="168" />
            <location filename="../../briefbank/ingest/folder_watcher.py" line="50" />
            <source>Choose another folder.</source>
            <translation>Elija otra carpeta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="172" />
            <source>BriefBank does not hand this file to another program.</source>
            <translation>BriefBank no entrega este archivo a otro programa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="173" />
            <source>It hands over documents, mails and scans only, and no links.</source>
            <translation>Solo entrega documentos, correos e imágenes escaneadas, y ningún enlace.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="177" />
            <source>This library belongs to an office server, and only the server opens it.</source>
            <translation>Esta biblioteca pertenece a un servidor de la oficina, y solo el servidor la abre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="178" />
            <source>Search it through the server, as every computer of the office does: choose “Join your office…” in the window, with an invitation from whoever looks after the server. Or choose another library.</source>
            <translation>Búsquela a través del servidor, como hace cada equipo de la oficina: elija «Unirse a su oficina…» en la ventana, con una invitación de quien administra el servidor. O elija otra biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="185" />
            <source>This folder holds other files, and no BriefBank library.</source>
            <translation>Esta carpeta contiene otros archivos y ninguna biblioteca de BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="186" />
            <source>Choose a new or empty folder, or the folder of a library. Nothing in it was changed.</source>
            <translation>Elija una carpeta nueva o vacía, o la carpeta de una biblioteca. No se cambió nada en ella.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="194" />
            <source>This library holds a link to another place, and BriefBank follows none.</source>
            <translation>Esta biblioteca contiene un enlace a otro lugar, y BriefBank no sigue ninguno.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="195" />
            <source>Copy the library again from the computer that it was made on. Nothing was changed.</source>
            <translation>Copie de nuevo la biblioteca desde el equipo en que se creó. No se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="201" />
            <source>The library’s catalogue is damaged.</source>
            <translation>El catálogo de la biblioteca está dañado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="202" />
            <source>Restore the library from a backup. The original files in its files folder are untouched.</source>
            <translation>Restaure la biblioteca desde una copia de seguridad. Los archivos originales de su carpeta de archivos están intactos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="208" />
            <source>This library was made by a newer version of BriefBank.</source>
            <translation>Esta biblioteca se hizo con una versión más nueva de BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="209" />
            <source>Install that version on this computer to open it.</source>
            <translation>Instale esa versión en este equipo para abrirla.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="215" />
            <source>A search index is damaged.</source>
            <translation>Un índice de búsqueda está dañado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="216" />
            <source>Choose Library, Rebuild indexes. No document is lost by it.</source>
            <translation>Elija Biblioteca, Rehacer los índices. Con ello no se pierde ningún documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="220" />
            <source>There is no such document in this library.</source>
            <translation>No existe ese documento en esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="221" />
            <source>It may have been removed. Look at the list of documents.</source>
            <translation>Puede que se haya quitado. Mire la lista de documentos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="225" />
            <source>This correction could not be understood.</source>
            <translation>Esta corrección no se pudo entender.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="226" />
            <source>Type it as it should be shown.</source>
            <translation>Escríbala como se debe mostrar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="230" />
            <source>The last day is before the first.</source>
            <translation>El último día es anterior al primero.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="231" />
            <source>Type the first and the last day on which this version is in force; leave a side open.</source>
            <translation>Escriba el primer y el último día en que esta versión está en vigor; puede dejar abierto un extremo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="237" />
            <source>This cannot be put on the list.</source>
            <translation>Esto no se puede poner en la lista.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="238" />
            <source>Type the citation as it is written in a brief, such as State v. Doe, 200 N.J. 1.</source>
            <translation>Escriba la cita como se escribe en un escrito, por ejemplo State v. Doe, 200 N.J. 1.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="244" />
            <source>This collection cannot be shared with the office.</source>
            <translation>Esta colección no se puede compartir con la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="245" />
            <source>Put passages of documents into it that are in the office’s library, and share it again.</source>
            <translation>Ponga en ella pasajes de documentos que estén en la biblioteca de la oficina y compártala de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="257" />
            <source>This file is no list of what still holds.</source>
            <translation>Este archivo no es una lista de lo que sigue vigente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="258" />
            <source>Choose a CSV file with the columns “authority” and “status”. Nothing was imported.</source>
            <translation>Elija un archivo CSV con las columnas «authority» y «status». No se importó nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="278" />
            <source>This search could not be understood.</source>
            <translation>Esta búsqueda no se pudo entender.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="279" />
            <source>Type what you are looking for in plain words.</source>
            <translation>Escriba lo que busca con palabras corrientes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="294" />
            <source>There is no summary for this document.</source>
            <translation>No hay ningún resumen de este documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="295" />
            <source>Open the document and read it there.</source>
            <translation>Abra el documento y léalo allí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="302" />
            <source>This model cannot be used.</source>
            <translation>Este modelo no se puede usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="303" />
            <source>Choose another file. Settings has a page on which models suit which computer.</source>
            <translation>Elija otro archivo. Configuración tiene una página sobre qué modelos convienen a cada equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="309" />
            <source>This text is longer than the model can look at.</source>
            <translation>Este texto es más largo de lo que el modelo puede examinar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="310" />
            <source>Choose a model that can look at more text at once.</source>
            <translation>Elija un modelo que pueda examinar más texto a la vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="316" />
            <source>The local model stopped before it was done.</source>
            <translation>El modelo local se detuvo antes de terminar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="317" />
            <source>Nothing of what it wrote is shown. Try again.</source>
            <translation>No se muestra nada de lo que escribió. Intente de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="321" />
            <source>A network connection was refused.</source>
            <translation>Se rechazó una conexión de red.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="322" />
            <source>BriefBank works on this computer alone. Nothing was sent.</source>
            <translation>BriefBank funciona solo en este equipo. No se envió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="328" />
            <source>Stopped.</source>
            <translation>Detenido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="329" />
            <source>What was finished before is kept.</source>
            <translation>Se conserva lo que se terminó antes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="333" />
            <source>The time for which these documents were taken along is over.</source>
            <translation>El plazo por el que se llevaron estos documentos ha terminado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="334" />
            <source>When the office server can be reached, “briefbank offline sync” brings them up to date and renews the time. If it is not renewed within a week, they are deleted from this computer.</source>
            <translation>Cuando el servidor de la oficina responda, «briefbank offline sync» los pone al día y renueva el plazo. Si no se renueva en una semana, se borran de este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="341" />
            <source>No documents of the office were taken along on this computer.</source>
            <translation>En este equipo no se llevó ningún documento de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="342" />
            <source>Take some along with “briefbank offline take” and a docket number.</source>
            <translation>Lleve algunos con «briefbank offline take» y un número de expediente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="355" />
            <source>Something was done with the documents taken along that the office does not have yet.</source>
            <translation>Se hizo algo con los documentos llevados que la oficina todavía no tiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="358" />
            <source>“briefbank offline sync” sends it. To delete it together with the documents, see the options of “briefbank offline”.</source>
            <translation>«briefbank offline sync» lo envía. Para borrarlo junto con los documentos, vea las opciones de «briefbank offline».</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="365" />
            <source>The office lets documents be taken along only on a computer whose disk is encrypted, and this computer cannot say that its disk is.</source>
            <translation>La oficina solo deja llevar documentos en un equipo cuyo disco esté cifrado, y este equipo no puede decir que el suyo lo esté.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="369" />
            <source>Ask whoever looks after this computer to switch on its disk encryption, or whoever looks after the office server to allow other disks.</source>
            <translation>Pida a quien se ocupa de este equipo que active el cifrado de su disco, o a quien se ocupa del servidor de la oficina que permita otros discos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="376" />
            <source>This is more than can be taken along at once.</source>
            <translation>Esto es más de lo que se puede llevar a la vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="377" />
            <source>Choose fewer docket numbers or documents.</source>
            <translation>Elija menos números de expediente o documentos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="381" />
            <source>These documents were taken along for a time, and no copies are made of them.</source>
            <translation>Estos documentos se llevaron por un plazo, y no se hacen copias de ellos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="382" />
            <source>The office server has backups of them. What was added here goes there with the next sync.</source>
            <translation>El servidor de la oficina tiene copias de seguridad de ellos. Lo que se añadió aquí irá allí con la próxima sincronización.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="388" />
            <source>This computer does not belong to the office’s library.</source>
            <translation>Este equipo no pertenece a la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="389" />
            <source>Ask whoever looks after the server for an invitation, and join with it.</source>
            <translation>Pida una invitación a quien cuida el servidor y únase con ella.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="397" />
            <source>You are not signed in.</source>
            <translation>No ha iniciado sesión.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="398" />
            <source>Open BriefBank, sign in, and try again.</source>
            <translation>Abra BriefBank, inicie sesión e inténtelo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="404" />
            <source>This name and password do not belong together.</source>
            <translation>Este nombre y esta contraseña no se corresponden.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="405" />
            <source>Type both again. Whoever looks after the server can give you a new password.</source>
            <translation>Escriba los dos de nuevo. Quien cuida el servidor puede darle una contraseña nueva.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="411" />
            <source>This name cannot sign in for now, because too many wrong passwords were typed.</source>
            <translation>Este nombre no puede iniciar sesión por ahora, porque se escribieron demasiadas contraseñas erróneas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="412" />
            <source>Wait a quarter of an hour, and try again.</source>
            <translation>Espere un cuarto de hora e inténtelo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="416" />
            <source>Your account does not belong to a group that may use the office’s library.</source>
            <translation>Su cuenta no pertenece a un grupo que pueda usar la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="417" />
            <source>Ask whoever looks after the server, who can put you into one.</source>
            <translation>Pregunte a quien cuida el servidor, que puede incluirlo en uno.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="421" />
            <source>The office’s directory of persons does not answer, so nobody can sign in by it just now.</source>
            <translation>El directorio de personas de la oficina no responde, así que ahora nadie puede iniciar sesión con él.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="424" />
            <source>Try again in a few minutes, or tell whoever looks after the server.</source>
            <translation>Inténtelo de nuevo en unos minutos, o avise a quien cuida el servidor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="432" />
            <source>Your role in the office’s library does not include this.</source>
            <translation>Su función en la biblioteca de la oficina no incluye esto.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="433" />
            <source>Ask whoever looks after the server, who can change your role.</source>
            <translation>Pregunte a quien cuida el servidor, que puede cambiar su función.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="439" />
            <source>This concerns all documents of the office, of which some are kept from you.</source>
            <translation>Esto se refiere a todos los documentos de la oficina, de los que algunos se le ocultan.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="440" />
            <source>Ask a colleague who may see all of them.</source>
            <translation>Pregunte a un colega que pueda verlos todos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="448" />
            <source>This is done at the office server, not from here.</source>
            <translation>Esto se hace en el servidor de la oficina, no desde aquí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="449" />
            <source>Ask whoever looks after the server.</source>
            <translation>Pregunte a quien cuida el servidor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="453" />
            <source>The office server does not answer.</source>
            <translation>El servidor de la oficina no responde.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="454" />
            <source>BriefBank tries again by itself. Documents that you opened lately can still be read.</source>
            <translation>BriefBank lo vuelve a intentar solo. Los documentos que abrió hace poco se pueden seguir leyendo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="460" />
            <source>The office server’s answer is too long for this computer.</source>
            <translation>La respuesta del servidor de la oficina es demasiado larga para este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="461" />
            <source>Ask for less at once.</source>
            <translation>Pida menos de una vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="465" />
            <source>What answers at the office server’s address is not the office server.</source>
            <translation>Lo que responde en la dirección del servidor de la oficina no es ese servidor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="466" />
            <source>Nothing was sent to it. Tell whoever looks after the server, before you join again.</source>
            <translation>No se le envió nada. Avise a quien cuida el servidor antes de unirse de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="472" />
            <source>The certificate by which the office server is known is not good today.</source>
            <translation>El certificado por el que se conoce al servidor de la oficina no es válido hoy.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="473" />
            <source>Nothing was sent. If this computer’s date is right, tell whoever looks after the server: it needs a new certificate, and this computer a new invitation.</source>
            <translation>No se envió nada. Si la fecha de este equipo es correcta, avise a quien cuida el servidor: necesita un certificado nuevo, y este equipo una invitación nueva.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="480" />
            <source>This BriefBank and the office server are of releases that do not fit together.</source>
            <translation>Este BriefBank y el servidor de la oficina son de versiones que no encajan.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="481" />
            <source>Ask whoever looks after your computers to install the same release on both.</source>
            <translation>Pida a quien cuida sus equipos que instale la misma versión en ambos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="485" />
            <source>This file is no invitation to an office’s library.</source>
            <translation>Este archivo no es una invitación a la biblioteca de una oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/errors.py" line="486" />
            <source>Ask whoever looks after the server for an invitation, and choose the file as it is.</source>
            <translation>Pida una invitación a quien cuida el servidor y elija el archivo tal como está.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="60" />
            <source>Mend the line.</source>
            <translation>Corrija la línea.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="65" />
            <source>This data set could not be read.</source>
            <translation>No se pudo leer este conjunto de datos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="66" />
            <source>It must be a folder with {corpus}, {queries} and {judgements}.</source>
            <translation>Tiene que ser una carpeta con {corpus}, {queries} y {judgements}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="118" />
            <source>{where}: the document “{id}” is there twice.</source>
            <translation>{where}: el documento «{id}» está dos veces.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="126" />
            <source>{empty} is empty.</source>
            <translation>{empty} está vacío.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="138" />
            <source>{where}: this line cannot be read: {error}.</source>
            <translation>{where}: no se puede leer esta línea: {error}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="149" />
            <source>The data set has no {name}.</source>
            <translation>El conjunto de datos no tiene {name}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="151" />
            <source>{name} is not UTF-8 text.</source>
            <translation>{name} no es texto UTF-8.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="152" />
            <source>Save it as UTF-8.</source>
            <translation>Guárdelo como UTF-8.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="154" />
            <location filename="../../briefbank/evaluate/runs.py" line="370" />
            <source>{name} could not be opened.</source>
            <translation>No se pudo abrir {name}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="170" />
            <source>{place}: there must be a query, a document and a whole number, parted by tabs.</source>
            <translation>{place}: tiene que haber una consulta, un documento y un número entero, separados por tabuladores.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/data_sets.py" line="285" />
            <source>Indexing</source>
            <translation>Indexando</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/metrics.py" line="277" />
            <source>Asking again what was marked</source>
            <translation>Repitiendo las búsquedas marcadas</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="144" />
            <source>Timing</source>
            <translation>Midiendo el tiempo</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="157" />
            <source>Searching: {value}</source>
            <translation>Buscando: {value}</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="297" />
            <source>This is not a saved run.</source>
            <translation>Esto no es una ejecución guardada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="298" />
            <source>Make one with: briefbank evaluate DATASET_DIR --save FILE</source>
            <translation>Cree uno con: briefbank evaluate DATASET_DIR --save FILE</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="356" />
            <source>Name a file in a folder that exists and that you may write to.</source>
            <translation>Indique un archivo en una carpeta que exista y en la que pueda escribir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="357" />
            <source>{name} could not be written.</source>
            <translation>No se pudo escribir {name}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="371" />
            <source>Check the file’s name.</source>
            <translation>Compruebe el nombre del archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="376" />
            <source>{name} is not a saved run.</source>
            <translation>{name} no es una ejecución guardada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="387" />
            <source>These two runs did not ask the same queries: {queries} of {data_set} and {queries2} of {data_set2}.</source>
            <translation>Estas dos ejecuciones no hicieron las mismas consultas: {queries} de {data_set} y {queries2} de {data_set2}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="395" />
            <source>Save both over the same data set, with the same --limit.</source>
            <translation>Guarde ambas sobre el mismo conjunto de datos, con el mismo --limit.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="399" />
            <source>These runs asked no query.</source>
            <translation>Estas ejecuciones no hicieron ninguna consulta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/evaluate/runs.py" line="399" />
            <source>Save runs over a data set with judged queries.</source>
            <translation>Guarde ejecuciones sobre un conjunto de datos con consultas juzgadas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/exports/collection_resolver.py" line="61" />
            <source>This passage is not in the library any more.</source>
            <translation>Este pasaje ya no está en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/exports/collection_resolver.py" line="62" />
            <source>Search again, then add it.</source>
            <translation>Busque de nuevo y añádalo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/exports/exports.py" line="130" />
            <source>BriefBank writes tables (.csv) and Word files (.docx).</source>
            <translation>BriefBank escribe tablas (.csv) y archivos Word (.docx).</translation>
        </message>
        <message>
            <location filename="../../briefbank/exports/exports.py" line="131" />
            <source>Choose a name that ends in one of these.</source>
            <translation>Elija un nombre que termine en uno de estos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/exports/exports.py" line="152" />
            <source>Exporting</source>
            <translation>Exportando</translation>
        </message>
        <message>
            <location filename="../../briefbank/exports/exports.py" line="379" />
            <location filename="../../briefbank/exports/exports.py" line="417" />
            <location filename="../../briefbank/summary/summaries.py" line="291" />
            <source>Writing</source>
            <translation>Escribiendo</translation>
        </message>
        <message>
            <location filename="../../briefbank/exports/quotations.py" line="88" />
            <source>This page was read from a scan with little certainty ({share} %); compare with the page.</source>
            <translation>Esta página se leyó de un escaneo con poca certeza ({share} %); compárela con la página.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="69" />
            <source>Unpack the archive with another program and add its files.</source>
            <translation>Descomprima el archivo con otro programa y añada los archivos que contiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="70" />
            <source>The archive is damaged and cannot be unpacked.</source>
            <translation>El archivo comprimido está dañado y no se puede descomprimir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="71" />
            <source>The archive was made to unpack to far more than it holds.</source>
            <translation>El archivo comprimido está hecho para ocupar al abrirse mucho más de lo que contiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="72" />
            <source>Ask who sent it for the files themselves.</source>
            <translation>Pida los archivos mismos a quien lo envió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="106" />
            <source>The archive holds no files.</source>
            <translation>El archivo comprimido no contiene archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="106" />
            <location filename="../../briefbank/extraction/sniff.py" line="89" />
            <source>Ask for a new copy and add that.</source>
            <translation>Pida otra copia y añádala.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="122" />
            <source>The file is no longer in the archive.</source>
            <translation>El archivo ya no está en el archivo comprimido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="122" />
            <source>Add the archive again.</source>
            <translation>Añada de nuevo el archivo comprimido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="126" />
            <source>This is a link to another file, not a file.</source>
            <translation>Esto es un enlace a otro archivo, no un archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="126" />
            <location filename="../../briefbank/files.py" line="406" />
            <source>Add the file itself.</source>
            <translation>Añada el archivo mismo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="130" />
            <source>It is packed or locked in a way that BriefBank cannot open.</source>
            <translation>Está comprimido o cerrado de una manera que BriefBank no puede abrir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="137" />
            <source>The file in the archive is protected by a password.</source>
            <translation>El archivo dentro del archivo comprimido está protegido con una contraseña.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="144" />
            <source>The password does not open the file in the archive.</source>
            <translation>La contraseña no abre el archivo que está en el archivo comprimido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="145" />
            <source>Add it again with the right one.</source>
            <translation>Añádalo de nuevo con la correcta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="157" />
            <source>The archive holds more than {max_files:,} files.</source>
            <translation>El archivo comprimido contiene más de {max_files:,} archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="162" />
            <source>The archive holds more than BriefBank can unpack at once.</source>
            <translation>El archivo comprimido contiene más de lo que BriefBank puede descomprimir a la vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="186" />
            <source>The file unpacks to far more than a document holds.</source>
            <translation>El archivo ocupa al descomprimirse mucho más de lo que contiene un documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="198" />
            <source>An archive inside an archive is not opened.</source>
            <translation>Un archivo comprimido dentro de otro no se abre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/archives.py" line="199" />
            <location filename="../../briefbank/extraction/formats/format.py" line="132" />
            <location filename="../../briefbank/extraction/sniff.py" line="65" />
            <source>Unpack it with another program and add its files.</source>
            <translation>Descomprímalo con otro programa y añada los archivos que contiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="129" />
            <source>The mailbox holds more than {max_messages:,} messages.</source>
            <translation>El buzón contiene más de {max_messages:,} mensajes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="132" />
            <source>Divide it into several mailboxes with your mail program, and add those.</source>
            <translation>Divídalo en varios buzones con su programa de correo y añada esos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="162" />
            <source>The mailbox has changed since it was added.</source>
            <translation>El buzón ha cambiado desde que se añadió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="162" />
            <source>Add the mailbox again.</source>
            <translation>Añada el buzón de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="176" />
            <source>The file is no longer in the mail.</source>
            <translation>El archivo ya no está en el correo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="176" />
            <source>Add the mail again.</source>
            <translation>Añada el correo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="208" />
            <source>This file could not be taken out of the PDF.</source>
            <translation>Este archivo no se pudo extraer del PDF.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="209" />
            <source>Open the PDF in another program and save the file.</source>
            <translation>Abra el PDF en otro programa y guarde el archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="258" />
            <source>The mail is damaged and could not be read.</source>
            <translation>El correo está dañado y no se pudo leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/containers.py" line="318" />
            <source>The attached file is damaged and could not be taken out of the mail.</source>
            <translation>El archivo adjunto está dañado y no se pudo sacar del correo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/convert.py" line="101" />
            <source>The file could not be opened with this password.</source>
            <translation>El archivo no se pudo abrir con esta contraseña.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/convert.py" line="157" />
            <source>The file fills more than {max_pages} pages.</source>
            <translation>El archivo ocupa más de {max_pages} páginas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/convert.py" line="228" />
            <source>This file needs LibreOffice, which does not start on this computer.</source>
            <translation>Este archivo necesita LibreOffice, que no se inicia en este ordenador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/convert.py" line="229" />
            <source>It waits. Install LibreOffice Writer again, and BriefBank adds it the next time.</source>
            <translation>Espera. Instale LibreOffice Writer de nuevo y BriefBank lo añadirá la próxima vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/convert.py" line="265" />
            <source>The file is damaged, and LibreOffice could not open it.</source>
            <translation>El archivo está dañado y LibreOffice no pudo abrirlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="116" />
            <source>Open it in the program that made it, save it as Word or PDF, and add that.</source>
            <translation>Ábralo en el programa que lo hizo, guárdelo como Word o PDF y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="117" />
            <source>BriefBank takes documents, mails and scans alone. Leave this file out.</source>
            <translation>BriefBank solo admite documentos, correos e imágenes escaneadas. Deje fuera este archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="119" />
            <source>This is a film or a sound recording.</source>
            <translation>Esta es una película o una grabación de sonido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="120" />
            <source>BriefBank searches text alone. If there is a transcript of it, add that.</source>
            <translation>BriefBank solo busca en textos. Si hay una transcripción, añádala.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="123" />
            <source>This is a photograph in the format HEIC, which BriefBank does not read.</source>
            <translation>Es una fotografía en formato HEIC, que BriefBank no lee.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="124" />
            <source>Save it as JPEG and add that. On an iPhone, Settings, Camera, Formats, Most Compatible takes new photographs as JPEG.</source>
            <translation>Guárdela como JPEG y añádala. En un iPhone, Ajustes, Cámara, Formatos, Más compatible hace las fotografías nuevas en JPEG.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="129" />
            <source>This is a program or its data.</source>
            <translation>Este es un programa o son sus datos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="131" />
            <source>This is an archive of a kind that BriefBank does not open.</source>
            <translation>Este es un archivo comprimido de un tipo que BriefBank no abre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="135" />
            <source>This is a data file of Outlook.</source>
            <translation>Este es un archivo de datos de Outlook.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="136" />
            <source>Open it in Outlook, save the messages that you need, and add those.</source>
            <translation>Ábralo en Outlook, guarde los mensajes que necesite y añádalos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="139" />
            <source>This is a spreadsheet or a presentation.</source>
            <translation>Esta es una hoja de cálculo o una presentación.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="140" />
            <source>Print it to PDF in another program, and add that.</source>
            <translation>Imprímalo en PDF con otro programa y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="142" />
            <source>This is a document of a program whose files BriefBank does not read.</source>
            <translation>Este es un documento de un programa cuyos archivos BriefBank no lee.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="144" />
            <source>This is a data file in XML.</source>
            <translation>Este es un archivo de datos en XML.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/format.py" line="145" />
            <source>Print it to PDF in the program that made it, and add that.</source>
            <translation>Imprímalo en PDF con el programa que lo hizo y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/html.py" line="85" />
            <source>This web page shows no text.</source>
            <translation>Esta página web no muestra ningún texto.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/html.py" line="86" />
            <source>Open it in a browser, print it to PDF and add that.</source>
            <translation>Ábrala en un navegador, imprímala a PDF y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/html.py" line="100" />
            <location filename="../../briefbank/extraction/formats/html.py" line="119" />
            <source>The web page is damaged and could not be read.</source>
            <translation>La página web está dañada y no se pudo leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/html.py" line="160" />
            <source>The web page is nested deeper than BriefBank can read.</source>
            <translation>La página web está anidada con más niveles de los que BriefBank puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/html.py" line="277" />
            <source>The web page has more paragraphs than BriefBank can read.</source>
            <translation>La página web tiene más párrafos de los que BriefBank puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/office.py" line="50" />
            <source>This Word file is protected by a password.</source>
            <translation>Este archivo de Word está protegido con contraseña.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/office.py" line="51" />
            <source>Open it in Word, save it without its password, and add that.</source>
            <translation>Ábralo en Word, guárdelo sin contraseña y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/office.py" line="101" />
            <source>This WordPerfect file is protected by a password.</source>
            <translation>Este archivo de WordPerfect está protegido con contraseña.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/office.py" line="102" />
            <source>Open it in WordPerfect, save it without its password, and add that.</source>
            <translation>Ábralo en WordPerfect, guárdelo sin contraseña y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/picture.py" line="153" />
            <location filename="../../briefbank/extraction/pdfium.py" line="60" />
            <source>The file has more than {max_pages} pages.</source>
            <translation>El archivo tiene más de {max_pages} páginas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/formats/word.py" line="131" />
            <source>The Word file is damaged and could not be read.</source>
            <translation>El archivo de Word está dañado y no se pudo leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/mail/internet.py" line="184" />
            <source>This is a mailbox with several messages inside another file.</source>
            <translation>Es un buzón con varios mensajes dentro de otro archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/mail/internet.py" line="185" />
            <source>Save it by itself and add that.</source>
            <translation>Guárdelo por separado y añádalo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/mail/internet.py" line="195" />
            <source>The parts of this mail are nested deeper than BriefBank can read.</source>
            <translation>Las partes de este correo están anidadas más profundamente de lo que BriefBank puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/mail/internet.py" line="196" />
            <source>Open it in a mail program, and print it to PDF.</source>
            <translation>Ábralo en un programa de correo e imprímalo en PDF.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/page_server.py" line="44" />
            <source>This page could not be shown.</source>
            <translation>Esta página no se pudo mostrar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/page_server.py" line="45" />
            <source>Open the original file in another program to see it. The other pages can be read here.</source>
            <translation>Abra el archivo original en otro programa para verla. Las demás páginas se pueden leer aquí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/page_server.py" line="159" />
            <source>Open the document again.</source>
            <translation>Abra el documento de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/pdf.py" line="275" />
            <source>This page is damaged and could not be opened.</source>
            <translation>Esta página está dañada y no se pudo abrir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/pdf.py" line="276" />
            <source>This page holds more text than a page can and was left out.</source>
            <translation>Esta página contiene más texto del que cabe en una página y se dejó fuera.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/repair.py" line="28" />
            <source>The password does not open this file.</source>
            <translation>La contraseña no abre este archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/repair.py" line="29" />
            <source>Check capital letters and the keyboard’s language, and type it again.</source>
            <translation>Compruebe las mayúsculas y el idioma del teclado, y escríbala de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/sniff.py" line="64" />
            <source>This is an archive, not a document.</source>
            <translation>Este es un archivo comprimido, no un documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/extraction/sniff.py" line="89" />
            <source>The file is empty.</source>
            <translation>El archivo está vacío.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="46" />
            <source>The disk is full, so the file was not written.</source>
            <translation>El disco está lleno, así que el archivo no se escribió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="47" />
            <source>Free some space, or choose another disk.</source>
            <translation>Libere espacio o elija otro disco.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="50" />
            <source>BriefBank may not write this file.</source>
            <translation>BriefBank no tiene permiso para escribir este archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="51" />
            <source>If it is open in another program, close it there. Otherwise choose another folder or another name.</source>
            <translation>Si está abierto en otro programa, ciérrelo allí. Si no, elija otra carpeta u otro nombre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="230" />
            <source>This is a folder, not the name of a file.</source>
            <translation>Esto es una carpeta, no el nombre de un archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="231" />
            <source>Add a name for the file.</source>
            <translation>Añada un nombre para el archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="406" />
            <source>This is not a file.</source>
            <translation>Esto no es un archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="444" />
            <source>The file changed while it was being copied.</source>
            <translation>El archivo cambió mientras se copiaba.</translation>
        </message>
        <message>
            <location filename="../../briefbank/files.py" line="445" />
            <source>Wait until the program that writes it has finished, then add it again.</source>
            <translation>Espere a que termine el programa que lo escribe y añádalo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/document_writer.py" line="219" />
            <source>Correcting</source>
            <translation>Corrigiendo</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/document_writer.py" line="234" />
            <source>Making it searchable</source>
            <translation>Preparación para la búsqueda</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/document_writer.py" line="237" />
            <source>Reading citations</source>
            <translation>Leyendo las citas</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/document_writer.py" line="251" />
            <source>This is longer than {longest} characters.</source>
            <translation>Esto tiene más de {longest} caracteres.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/document_writer.py" line="252" />
            <source>Type what is to be shown.</source>
            <translation>Escriba lo que se debe mostrar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/dropped_files.py" line="163" />
            <source>Looking through the folders</source>
            <translation>Recorriendo las carpetas</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/dropped_files.py" line="163" />
            <source>Looking into the files</source>
            <translation>Mirando los archivos</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/file_reading.py" line="69" />
            <source>This page could not be read: the file is damaged there.</source>
            <translation>No se pudo leer esta página: el archivo está dañado ahí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/file_reading.py" line="70" />
            <source>No words were recognised on this page. Look at the page itself.</source>
            <translation>En esta página no se reconoció ninguna palabra. Mire la página misma.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/file_reading.py" line="71" />
            <location filename="../../briefbank/ocr/tesseract.py" line="78" />
            <source>This page is a scan and could not be read. Look at the page itself.</source>
            <translation>Esta página es un escaneo y no se pudo leer. Mire la página misma.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="37" />
            <source>This folder cannot be reached just now. What was added from it stays in the library. BriefBank looks again by itself; check that its drive is connected.</source>
            <translation>No se puede llegar ahora a esta carpeta. Lo que se añadió de ella permanece en la biblioteca. BriefBank vuelve a mirar por sí solo; compruebe que su unidad está conectada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="41" />
            <source>This folder was named on another computer or comes from a backup. It is not watched before you agree.</source>
            <translation>Esta carpeta se nombró en otro equipo o procede de una copia de seguridad. No se vigila antes de que usted lo acepte.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="49" />
            <source>This folder cannot be watched.</source>
            <translation>Esta carpeta no se puede vigilar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="89" />
            <source>The folder cannot be opened.</source>
            <translation>La carpeta no se puede abrir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="90" />
            <source>Check that it is there and that you may read it, then choose it again.</source>
            <translation>Compruebe que está allí y que usted puede leerla, y elíjala de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="94" />
            <source>The library’s own folder, or a folder around it, cannot be watched.</source>
            <translation>La carpeta de la propia biblioteca, o una que la contenga, no se puede vigilar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="95" />
            <source>BriefBank would add its own copies again and again. Choose a folder with your briefs only.</source>
            <translation>BriefBank añadiría sus propias copias una y otra vez. Elija una carpeta que tenga solo sus escritos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="103" />
            <source>The folder “{other}” is watched already.</source>
            <translation>La carpeta «{other}» ya se vigila.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="104" />
            <source>New files in it, and in the folders inside it, are added by themselves. To watch a folder around it, stop watching it first.</source>
            <translation>Los archivos nuevos de ella y de sus subcarpetas se añaden solos. Para vigilar una carpeta que la contiene, deje antes de vigilarla.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="179" />
            <source>The folder “{folder}” and {more} more cannot be opened. Check that you may read what is in it.</source>
            <translation>La carpeta «{folder}» y {more} más no se pueden abrir. Compruebe que usted puede leer su contenido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/folder_watcher.py" line="184" />
            <source>The folder “{folder}” cannot be opened. Check that you may read what is in it.</source>
            <translation>La carpeta «{folder}» no se puede abrir. Compruebe que usted puede leer su contenido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/ingestion.py" line="85" />
            <source>Another BriefBank is adding files to this library.</source>
            <translation>Otro BriefBank está añadiendo archivos a esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/ingestion.py" line="86" />
            <source>It takes these files in too. Wait until it has finished.</source>
            <translation>También toma estos archivos. Espere a que termine.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/ingestion.py" line="89" />
            <source>looking</source>
            <translation>mirando</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/ingestion.py" line="326" />
            <source>The document has no page {wrong}.</source>
            <translation>El documento no tiene la página {wrong}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/ingestion.py" line="327" />
            <source>It has {known} pages.</source>
            <translation>Tiene {known} páginas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/originals.py" line="67" />
            <source>The stored file is missing.</source>
            <translation>Falta el archivo guardado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/originals.py" line="67" />
            <source>Add the file again.</source>
            <translation>Añada el archivo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/originals.py" line="151" />
            <source>The file is incomplete: its end is missing, and no page of it could be read.</source>
            <translation>El archivo está incompleto: le falta el final, y no se pudo leer ninguna de sus páginas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="193" />
            <source>BriefBank made a mistake with this file. Print it to PDF in another program, and add that.</source>
            <translation>BriefBank cometió un error con este archivo. Imprímalo a PDF en otro programa y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="196" />
            <source>BriefBank stopped several times while it worked on this file, so the file was set aside. Print it to PDF in another program, and add that.</source>
            <translation>BriefBank se detuvo varias veces mientras trabajaba con este archivo, así que el archivo se apartó. Imprímalo a PDF en otro programa y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="200" />
            <source>The file is damaged, and pages of it may be missing. Ask for a new copy if you need all of it.</source>
            <translation>El archivo está dañado y pueden faltarle páginas. Pida otra copia si lo necesita entero.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="203" />
            <source>The file is damaged. BriefBank drew its pages and recognised them as pictures. Compare the text with the pages.</source>
            <translation>El archivo está dañado. BriefBank dibujó sus páginas y las reconoció como imágenes. Compare el texto con las páginas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="207" />
            <source>The date it gives lies in the future. Correct its filing date.</source>
            <translation>La fecha que indica está en el futuro. Corrija su fecha de presentación.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="208" />
            <source>The file has signs of a symbol font that BriefBank does not know; the reader shows □ for them. Open the original file to see them.</source>
            <translation>El archivo tiene signos de una fuente de símbolos que BriefBank no conoce; el lector muestra □ en su lugar. Abra el archivo original para verlos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="212" />
            <source>The file has pictures or embedded files whose text BriefBank cannot read. Open the original file to see them. To search their text, print the file to PDF, and add that.</source>
            <translation>El archivo tiene imágenes o archivos incrustados cuyo texto BriefBank no puede leer. Abra el archivo original para verlos. Para buscar en su texto, imprima el archivo como PDF y añádalo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="216" />
            <source>The file is a form whose contents BriefBank cannot show or search. Open it in Adobe Acrobat, print it to PDF, and add that.</source>
            <translation>El archivo es un formulario cuyo contenido BriefBank no puede mostrar ni buscar. Ábralo en Adobe Acrobat, imprímalo en PDF y añada ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="222" />
            <source>deleted text (tracked changes)</source>
            <translation>texto suprimido (control de cambios)</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="224" />
            <source>hidden text</source>
            <translation>texto oculto</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="294" />
            <source>{named} of the file has no text that can be searched. Look at it in the reader.</source>
            <translation>{named} del archivo: no hay texto en el que se pueda buscar. Mírela en el lector.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="294" />
            <source>{named} of the file have no text that can be searched. Look at them in the reader.</source>
            <translation>{named} del archivo: no hay texto en el que se pueda buscar. Mírelas en el lector.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="302" />
            <source>{named} could not be read with certainty. Compare the text with the page.</source>
            <translation>{named}: lectura dudosa. Compare el texto con la página.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="307" />
            <source>{named}: text lies under black boxes or is hidden in another way (a layer that is off, invisible letters, outside of the page). Anyone who has the file can still copy it. BriefBank left it out.</source>
            <translation>{named}: hay texto bajo recuadros negros u oculto de otro modo (una capa desactivada, letras invisibles, fuera de la página). Cualquiera que tenga el archivo aún puede copiarlo. BriefBank lo dejó fuera.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="315" />
            <source>{named}: this computer has no font for some characters ({characters}). The reader shows □ for them; their text can be searched and copied. Open the original file to see them.</source>
            <translation>{named}: este equipo no tiene una fuente para algunos caracteres ({characters}). El lector muestra □ en su lugar; su texto se puede buscar y copiar. Abra el archivo original para verlos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="323" />
            <source>Whoever has the file can also see {also}. BriefBank does not search what its pages do not show.</source>
            <translation>Quien tenga el archivo puede ver también {also}. BriefBank no busca en lo que sus páginas no muestran.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="339" />
            <source>Page {numbers}</source>
            <translation>Página {numbers}</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="341" />
            <source>Pages {numbers} and others</source>
            <translation>Páginas {numbers} y otras</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="342" />
            <source>Pages {numbers}</source>
            <translation>Páginas {numbers}</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="347" />
            <source>The message is encrypted or packed in its signature, and its text was not read.</source>
            <translation>El mensaje está cifrado o empaquetado en su firma, y no se leyó su texto.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="349" />
            <source>1 part of the mail, such as a logo or an invitation, passed over.</source>
            <translation>Se omitió 1 parte del correo, como un logotipo o una invitación.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="349" />
            <source>{number} parts of the mail, such as logos and invitations, passed over.</source>
            <translation>Se omitieron {number} partes del correo, como logotipos e invitaciones.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="355" />
            <source>1 part is packed in a way that BriefBank cannot unpack. Open the message in your mail program.</source>
            <translation>1 parte está empaquetada de un modo que BriefBank no puede desempaquetar. Abra el mensaje en su programa de correo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="355" />
            <source>{number} parts are packed in a way that BriefBank cannot unpack. Open the message in your mail program.</source>
            <translation>{number} partes están empaquetadas de un modo que BriefBank no puede desempaquetar. Abra el mensaje en su programa de correo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="362" />
            <source>1 attached file was not added, because there are too many in it. Save them and add those.</source>
            <translation>1 archivo adjunto no se añadió, porque contiene demasiados. Guárdelos y añada esos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/progress.py" line="362" />
            <source>{number} attached files were not added, because there are too many in it. Save them and add those.</source>
            <translation>{number} archivos adjuntos no se añadieron, porque contiene demasiados. Guárdelos y añada esos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ingest/steps.py" line="281" />
            <source>Then add the file again.</source>
            <translation>Después añada el archivo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="38" />
            <source>This model’s file is damaged.</source>
            <translation>El archivo de este modelo está dañado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="39" />
            <source>Copy or fetch it again, whole, and choose it again.</source>
            <translation>Cópielo u obténgalo de nuevo, completo, y elíjalo otra vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="40" />
            <source>The model’s file could not be opened.</source>
            <translation>El archivo del modelo no se pudo abrir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="41" />
            <source>Check that it still exists and that you may read it.</source>
            <translation>Compruebe que sigue existiendo y que usted puede leerlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="42" />
            <source>What runs local models is not installed, or is still being built.</source>
            <translation>Lo que hace funcionar los modelos locales no está instalado o todavía se está compilando.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="43" />
            <source>Set-up builds it on a computer that has a C++ compiler, in five to fifteen minutes; start BriefBank again after that. Everything else works without.</source>
            <translation>La instalación lo compila, en un equipo que tenga un compilador de C++, en entre cinco y quince minutos; después, inicie BriefBank de nuevo. Todo lo demás funciona sin ello.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="47" />
            <source>What runs local models does not start on this computer.</source>
            <translation>Lo que ejecuta los modelos locales no arranca en este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="48" />
            <source>Set BriefBank up again on this computer: that builds it anew. Everything else works without.</source>
            <translation>Instale BriefBank de nuevo en este equipo: eso lo prepara otra vez. Todo lo demás funciona sin ello.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="51" />
            <source>This model’s file is damaged, or what runs local models does not work on this computer.</source>
            <translation>El archivo de este modelo está dañado, o lo que ejecuta los modelos locales no funciona en este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="52" />
            <source>Copy or fetch it again, whole, or choose another model. If none can be used, set BriefBank up again.</source>
            <translation>Cópielo o consígalo otra vez entero, o elija otro modelo. Si no sirve ninguno, instale BriefBank de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="55" />
            <source>How instructions are put to this model could not be understood.</source>
            <translation>No se pudo entender cómo se dan instrucciones a este modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="65" />
            <source>There was not enough memory to load the model.</source>
            <translation>No hubo memoria suficiente para cargar el modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/engine.py" line="66" />
            <location filename="../../briefbank/llm/running.py" line="263" />
            <source>Close other programs and try again, or choose a smaller model.</source>
            <translation>Cierre otros programas e intente de nuevo, o elija un modelo más pequeño.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="42" />
            <source>The model’s file could not be looked at.</source>
            <translation>El archivo del modelo no se pudo examinar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="43" />
            <source>Try again. If it happens each time, copy or fetch the file again, whole.</source>
            <translation>Intente de nuevo. Si ocurre cada vez, copie u obtenga el archivo de nuevo, completo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="44" />
            <source>There was not enough memory to look at the model’s file.</source>
            <translation>No hubo memoria suficiente para examinar el archivo del modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="45" />
            <source>This file is no model that writes.</source>
            <translation>Este archivo no es un modelo que escriba.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="46" />
            <source>This model was not made to follow instructions.</source>
            <translation>Este modelo no se hizo para seguir instrucciones.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="47" />
            <source>Choose a model that follows instructions, in the GGUF format.</source>
            <translation>Elija un modelo que siga instrucciones, en el formato GGUF.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="98" />
            <source>Close other programs and try again.</source>
            <translation>Cierre otros programas e intente de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="133" />
            <source>This model can look at too little text at once.</source>
            <translation>Este modelo puede leer demasiado poco texto a la vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="146" />
            <source>This model needs about {gib:.1f} GB of memory; this computer has {gib2:.1f} GB.</source>
            <translation>Este modelo necesita unos {gib:.1f} GB de memoria; este equipo tiene {gib2:.1f} GB.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="151" />
            <source>Choose a smaller one.</source>
            <translation>Elija uno más pequeño.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="177" />
            <source>This is not a model in the GGUF format.</source>
            <translation>Este no es un modelo en el formato GGUF.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="180" />
            <source>This model is of a kind that is not known here.</source>
            <translation>Este modelo es de una clase que aquí no se conoce.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="181" />
            <source>It may need a newer version of BriefBank. Or choose another model.</source>
            <translation>Quizá necesite una versión más nueva de BriefBank. O elija otro modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="186" />
            <source>This file is one of several parts of a model.</source>
            <translation>Este archivo es una de varias partes de un modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/inspection.py" line="187" />
            <source>Choose a model in one file, or join the parts with llama.cpp’s program gguf-split.</source>
            <translation>Elija un modelo en un solo archivo, o una las partes con el programa gguf-split de llama.cpp.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/questions.py" line="31" />
            <source>The local model stopped before it had answered.</source>
            <translation>El modelo local se detuvo antes de responder.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/questions.py" line="32" />
            <source>The local model took too long to answer.</source>
            <translation>El modelo local tardó demasiado en responder.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/questions.py" line="33" />
            <source>The text is longer than the local model can look at.</source>
            <translation>El texto es más largo de lo que el modelo local puede examinar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/questions.py" line="34" />
            <source>The local model did not come to an end.</source>
            <translation>El modelo local no terminó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/questions.py" line="35" />
            <source>The local model’s answer was not of the form that was asked for.</source>
            <translation>La respuesta del modelo local no tenía la forma que se pidió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/questions.py" line="36" />
            <source>The local model wrote nothing about your question that could be searched for.</source>
            <translation>El modelo local no escribió nada sobre su pregunta que se pudiera buscar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/llm/running.py" line="262" />
            <source>There is not enough memory free for the local model now.</source>
            <translation>Ahora no hay memoria libre suficiente para el modelo local.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="70" />
            <source>The disk for the backup is full.</source>
            <translation>El disco de la copia de seguridad está lleno.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="71" />
            <source>Free some space there or choose another disk, and back up again. An earlier backup in this folder is still whole.</source>
            <translation>Libere espacio allí o elija otro disco, y haga de nuevo la copia de seguridad. Una copia anterior en esta carpeta sigue completa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="77" />
            <source>The folder for the backup cannot be written to.</source>
            <translation>No se puede escribir en la carpeta de la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="78" />
            <source>Check that you may change it, or choose another folder.</source>
            <translation>Compruebe que usted puede modificarla, o elija otra carpeta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="81" />
            <source>The folder for the backup cannot be used.</source>
            <translation>La carpeta de la copia de seguridad no se puede usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="82" />
            <source>Check that its disk is connected, and back up again. An earlier backup in this folder is still whole.</source>
            <translation>Compruebe que su disco está conectado y haga de nuevo la copia de seguridad. Una copia anterior en esta carpeta sigue completa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="211" />
            <source>Backing up</source>
            <translation>Haciendo la copia de seguridad</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="213" />
            <source>Choose an empty folder, or one that holds a backup of BriefBank.</source>
            <translation>Elija una carpeta vacía, o una que contenga una copia de seguridad de BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="214" />
            <source>Choose an empty folder, or one in which BriefBank keeps the backups of some days.</source>
            <translation>Elija una carpeta vacía, o una en la que BriefBank guarde las copias de varios días.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="284" />
            <source>A backup inside the library would be lost with it.</source>
            <translation>Una copia de seguridad dentro de la biblioteca se perdería con ella.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="285" />
            <source>Choose a folder on another disk.</source>
            <translation>Elija una carpeta en otro disco.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="289" />
            <source>This is a file and not a folder.</source>
            <translation>Esto es un archivo y no una carpeta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="290" />
            <source>Choose a folder for the backup.</source>
            <translation>Elija una carpeta para la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="293" />
            <source>This folder holds other files.</source>
            <translation>Esta carpeta contiene otros archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="302" />
            <source>This folder holds the backup of another library, which would be lost.</source>
            <translation>Esta carpeta contiene la copia de seguridad de otra biblioteca, que se perdería.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="303" />
            <source>Choose an empty folder for the backup of this one.</source>
            <translation>Elija una carpeta vacía para la copia de esta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="324" />
            <source>The library kept changing.</source>
            <translation>La biblioteca no dejaba de cambiar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="325" />
            <source>Wait until no files are added, and back up again.</source>
            <translation>Espere a que no se añadan archivos y haga de nuevo la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="412" />
            <source>A file of “{title}” is missing, so the backup lacks it.</source>
            <translation>Falta un archivo de «{title}», así que no está en la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="424" />
            <source>A file of “{title}” is missing or damaged here, but the backup has it.</source>
            <translation>Aquí falta o está dañado un archivo de «{title}», pero la copia de seguridad lo tiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="433" />
            <source>The backup needs {needed:.1f} GB, and its disk has {free:.1f} GB free.</source>
            <translation>La copia de seguridad necesita {needed:.1f} GB, y su disco tiene {free:.1f} GB libres.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="438" />
            <source>Free some space there, or choose another disk.</source>
            <translation>Libere espacio allí o elija otro disco.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="452" />
            <source>A file of “{title}” is damaged, so the backup lacks it.</source>
            <translation>Un archivo de «{title}» está dañado, así que no está en la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="474" />
            <source>Your office’s own thesaurus could not be read, so the backup lacks what is new in it.</source>
            <translation>El tesauro propio de su oficina no se pudo leer, así que a la copia de seguridad le falta lo que tenga de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="486" />
            <source>The activity log could not be read, so the backup lacks what is new in it.</source>
            <translation>No se pudo leer el registro de actividad, así que a la copia de seguridad le falta lo nuevo que contiene.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup.py" line="524" />
            <source>After a restore, search by meaning has to be prepared again.</source>
            <translation>Después de una restauración hay que preparar de nuevo la búsqueda por significado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup_sets.py" line="41" />
            <source>There is no backup in this folder.</source>
            <translation>No hay ninguna copia de seguridad en esta carpeta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup_sets.py" line="42" />
            <source>Choose the folder that was given when the backup was made.</source>
            <translation>Elija la carpeta que se indicó al hacer la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup_sets.py" line="43" />
            <source>This backup is damaged and was not restored.</source>
            <translation>Esta copia de seguridad está dañada y no se restauró.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup_sets.py" line="44" />
            <source>This backup holds a link to another place, and BriefBank follows none.</source>
            <translation>Esta copia de seguridad contiene un enlace a otro lugar, y BriefBank no sigue ninguno.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup_sets.py" line="45" />
            <source>Restore another backup. The library was not changed.</source>
            <translation>Restaure otra copia de seguridad. La biblioteca no cambió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/backup_sets.py" line="165" />
            <source>This backup was made by a newer version of BriefBank.</source>
            <translation>Esta copia de seguridad se hizo con una versión más nueva de BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/documents.py" line="62" />
            <source>Preparing the search for words</source>
            <translation>Preparando la búsqueda de palabras</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="44" />
            <source>Checking the stored files</source>
            <translation>Comprobando los archivos guardados</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="112" />
            <source>Repaired: {text}</source>
            <translation>Reparado: {text}</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="120" />
            <source>The catalogue is damaged: {line}.</source>
            <translation>El catálogo está dañado: {line}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="124" />
            <source>1 entry of the catalogue belongs to no document.</source>
            <translation>1 entrada del catálogo no pertenece a ningún documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="124" />
            <source>{number} entries of the catalogue belong to no document.</source>
            <translation>{number} entradas del catálogo no pertenecen a ningún documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="135" />
            <source>It is not known yet which authorities 1 document cites.</source>
            <translation>Aún no se sabe qué autoridades cita 1 documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="135" />
            <source>It is not known yet which authorities {number} documents cite.</source>
            <translation>Aún no se sabe qué autoridades citan {number} documentos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="144" />
            <source>Words of documents that were removed may still be in the library’s files.</source>
            <translation>Es posible que queden palabras de documentos eliminados en los archivos de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="147" />
            <source>Other users of this computer can open 1 file or folder.</source>
            <translation>Otros usuarios de este equipo pueden abrir 1 archivo o carpeta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="147" />
            <source>Other users of this computer can open {number} files and folders.</source>
            <translation>Otros usuarios de este equipo pueden abrir {number} archivos y carpetas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="160" />
            <source>“{title}” (document {id})</source>
            <translation>«{title}» (documento {id})</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="165" />
            <source>The searchable copy of {named} is missing. Add the file again.</source>
            <translation>Falta la copia con texto de {named}. Añada el archivo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="168" />
            <source>What is shown of {named} was changed or damaged. Mend it, or restore the library from a backup.</source>
            <translation>Lo que se muestra de {named} ha cambiado o está dañado. Repárelo o restaure la biblioteca desde una copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="180" />
            <source>The stored file of {named} is missing. Add the file again.</source>
            <translation>Falta el archivo guardado de {named}. Añada el archivo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="184" />
            <source>The stored file of {named} was changed or damaged. Add the file again, or restore the library from a backup.</source>
            <translation>El archivo guardado de {named} cambió o está dañado. Añada el archivo de nuevo, o restaure la biblioteca desde una copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="241" />
            <source>One file of the library belongs to no document.</source>
            <translation>Un archivo de la biblioteca no pertenece a ningún documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="241" />
            <source>{number:,} files of the library belong to no document.</source>
            <translation>{number:,} archivos de la biblioteca no pertenecen a ningún documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="248" />
            <source>The library holds one file that BriefBank did not put there. Move what you need to another folder.</source>
            <translation>La biblioteca contiene un archivo que BriefBank no puso allí. Lleve a otra carpeta lo que necesite.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="248" />
            <source>The library holds {number:,} files that BriefBank did not put there. Move what you need to another folder.</source>
            <translation>La biblioteca contiene {number:,} archivos que BriefBank no puso allí. Lleve a otra carpeta lo que necesite.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="302" />
            <source>The index of words was changed or damaged.</source>
            <translation>El índice de palabras ha cambiado o está dañado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="305" />
            <source>The word index does not know yet what was corrected in a document’s caption.</source>
            <translation>El índice de palabras aún no conoce lo que se corrigió en la carátula de un documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="316" />
            <source>meaning</source>
            <translation>significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="319" />
            <source>The index of meaning was changed or damaged for {passages}.</source>
            <translation>El índice de significado ha cambiado o está dañado en {passages}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="324" />
            <source>The index of meaning is ahead of the catalogue.</source>
            <translation>El índice de significado va por delante del catálogo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/health.py" line="349" />
            <source>Overwriting what was removed</source>
            <translation>Se sobrescribe lo eliminado</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/maintenance.py" line="192" />
            <source>Another backup of this library is being made.</source>
            <translation>Ya se está haciendo otra copia de seguridad de esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/maintenance.py" line="193" />
            <source>Wait until it has finished, then back up again.</source>
            <translation>Espere a que termine y vuelva a hacer la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="65" />
            <source>The backup cannot be read.</source>
            <translation>La copia de seguridad no se puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="66" />
            <source>Check that its disk is connected, and restore again. The library was not changed.</source>
            <translation>Compruebe que su disco está conectado y restaure de nuevo. La biblioteca no cambió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="197" />
            <source>Checking the backup</source>
            <translation>Comprobando la copia de seguridad</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="197" />
            <source>Restoring</source>
            <translation>Restaurando</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="316" />
            <source>its file {name}</source>
            <translation>su archivo {name}</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="317" />
            <source>a file of “{title}”</source>
            <translation>un archivo de «{title}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="320" />
            <source>Missing or changed ({count}): {files}.</source>
            <translation>Faltan o cambiaron ({count}): {files}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="328" />
            <source>The restore needs {needed:.1f} GB, and the disk has {free:.1f} GB free.</source>
            <translation>La restauración necesita {needed:.1f} GB, y el disco tiene {free:.1f} GB libres.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="333" />
            <source>Free some space and restore again.</source>
            <translation>Libere espacio y restaure de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="413" />
            <source>Comparing with the backup</source>
            <translation>Comparando con la copia de seguridad</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="477" />
            <source>The rows of “{name}” are not those of the backup.</source>
            <translation>Las filas de «{name}» no son las de la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="489" />
            <source>Search by meaning has to be prepared again after a restore on this computer.</source>
            <translation>La búsqueda por significado se tiene que preparar de nuevo tras una restauración en este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="493" />
            <source>Search by meaning was prepared with a model that this computer does not use.</source>
            <translation>La búsqueda por significado se preparó con un modelo que este equipo no usa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="508" />
            <source>The vectors are not those of the backup.</source>
            <translation>Los vectores no son los de la copia de seguridad.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/restore.py" line="518" />
            <source>{missed} of {made} searches found nothing.</source>
            <translation>{missed} de {made} búsquedas no encontraron nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="53" />
            <source>LibreOffice is not installed. Old Word, WordPerfect, RTF and OpenDocument files wait until it is.</source>
            <translation>LibreOffice no está instalado. Los archivos antiguos de Word, WordPerfect, RTF y OpenDocument esperan hasta que lo esté.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="76" />
            <source>Library folder</source>
            <translation>Carpeta de la biblioteca</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="77" />
            <source>Permissions</source>
            <translation>Permisos</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="78" />
            <source>Free disk space</source>
            <translation>Espacio libre en disco</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="79" />
            <source>Catalogue and indexes</source>
            <translation>Catálogo e índices</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="80" />
            <source>Record of what was done</source>
            <translation>Registro de lo que se hizo</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="81" />
            <source>Text recognition</source>
            <translation>Reconocimiento de texto</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="82" />
            <source>Old office files</source>
            <translation>Archivos ofimáticos antiguos</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="83" />
            <source>Search by meaning</source>
            <translation>Búsqueda por significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="84" />
            <source>Model files</source>
            <translation>Archivos de modelos</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="85" />
            <source>Local model</source>
            <translation>Modelo local</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="102" />
            <source>The system refused it.</source>
            <translation>El sistema la rechazó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="112" />
            <source>Other users of this computer can open it.</source>
            <translation>Otros usuarios de este equipo pueden abrirla.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="113" />
            <source>It can be written to, and only you can open it.</source>
            <translation>Se puede escribir en ella, y solo usted puede abrirla.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="120" />
            <source>Other users of this computer can open files here: {count}. Check the library and mend it.</source>
            <translation>Otros usuarios de este equipo pueden abrir archivos aquí: {count}. Compruebe la biblioteca y repárela.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="124" />
            <source>Only you can open the library, the logs and the settings.</source>
            <translation>Solo usted puede abrir la biblioteca, los registros y la configuración.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="130" />
            <source>{free:.1f} GB are free on the library’s disk.</source>
            <translation>Hay {free:.1f} GB libres en el disco de la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="132" />
            <source>{needed:.1f} GB are needed to rebuild its indexes and to read long scans.</source>
            <translation>Se necesitan {needed:.1f} GB para rehacer sus índices y leer escaneos largos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="141" />
            <source>It is whole: no entry was changed or taken out.</source>
            <translation>Está íntegro: no se cambió ni se quitó ninguna entrada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="146" />
            <source>{passages} passages, and both indexes agree with the catalogue.</source>
            <translation>{passages} pasajes, y ambos índices concuerdan con el catálogo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="166" />
            <source>A scanned page was read.</source>
            <translation>Se leyó una página escaneada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="167" />
            <source>A scanned page was read wrongly.</source>
            <translation>Una página escaneada se leyó mal.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="181" />
            <source>LibreOffice converted a page.</source>
            <translation>LibreOffice convirtió una página.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="182" />
            <source>LibreOffice converted no page.</source>
            <translation>LibreOffice no convirtió ninguna página.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="190" />
            <source>The model {name} answers sensibly.</source>
            <translation>El modelo {name} responde con sentido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="191" />
            <source>The model {name} gives nonsense.</source>
            <translation>El modelo {name} responde sin sentido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="199" />
            <source>Files of the model that comes with BriefBank were changed: {wrong}. Install BriefBank again.</source>
            <translation>Archivos modificados del modelo que viene con BriefBank: {wrong}. Instale BriefBank de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="203" />
            <source>The files of the model that comes with BriefBank are what they were.</source>
            <translation>Los archivos del modelo que viene con BriefBank son los que eran.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="209" />
            <source>None is chosen. Summaries are made of the documents’ own sentences.</source>
            <translation>No se ha elegido ninguno. Los resúmenes se hacen con frases de los propios documentos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="214" />
            <source>{name} was loaded and answered.</source>
            <translation>{name} se cargó y respondió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/maintenance/self_test.py" line="215" />
            <source>{name} gave no whole answer. Try it out in Settings, or choose another.</source>
            <translation>{name} no dio una respuesta completa. Pruébelo en Configuración, o elija otro.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/address.py" line="16" />
            <source>The address of the text recognition server cannot be used.</source>
            <translation>La dirección del servidor de reconocimiento de texto no se puede usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/address.py" line="17" />
            <source>Write it like http://192.168.1.20:8000/v1 and try again.</source>
            <translation>Escríbala así: http://192.168.1.20:8000/v1, e intente de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/address.py" line="54" />
            <source>The text recognition server is not in this office’s own network, and pages would travel to it unencrypted.</source>
            <translation>El servidor de reconocimiento de texto no está en la red propia de esta oficina, y las páginas viajarían hasta él sin cifrar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/address.py" line="59" />
            <source>Use an address that begins with https://, or a server in the office.</source>
            <translation>Use una dirección que empiece por https://, o un servidor en la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/egress_client.py" line="174" />
            <source>The text recognition server has not been found yet. Until it is, pages are read on this computer.</source>
            <translation>Aún no se ha encontrado el servidor de reconocimiento de texto. Mientras tanto, las páginas se leen en este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/egress_client.py" line="177" />
            <source>The part of BriefBank that talks to the text recognition server has stopped.</source>
            <translation>La parte de BriefBank que habla con el servidor de reconocimiento de texto se detuvo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/egress_client.py" line="178" />
            <source>Start BriefBank again; until then pages are read on this computer.</source>
            <translation>Inicie BriefBank de nuevo; hasta entonces las páginas se leen en este ordenador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/egress_worker.py" line="49" />
            <source>The text recognition server’s name is not known in this network.</source>
            <translation>El nombre del servidor de reconocimiento de texto no se conoce en esta red.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/egress_worker.py" line="50" />
            <source>Look at its address in the settings, and start BriefBank again.</source>
            <translation>Revise su dirección en la configuración y vuelva a iniciar BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="37" />
            <source>Reading of documents</source>
            <translation>Lectura de documentos</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="44" />
            <source>Documents are opened by processes of their own.</source>
            <translation>Los documentos se abren en procesos propios.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="45" />
            <source>One was tried: it could open no file but its own, make no connection and start no program.</source>
            <translation>Se probó uno: no pudo abrir ningún archivo salvo el suyo, ni hacer ninguna conexión, ni iniciar ningún programa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="46" />
            <source>One was tried, and it was not held to its own file, although this system can do that.</source>
            <translation>Se probó uno, y no quedó limitado a su propio archivo, aunque este sistema puede hacerlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="47" />
            <source>Start BriefBank again. If this stays so, ask whoever looks after this computer.</source>
            <translation>Inicie BriefBank de nuevo. Si sigue así, pregunte a quien se ocupa de este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="48" />
            <source>None could be started now. Close other programs and try again.</source>
            <translation>Ahora no se pudo iniciar ninguno. Cierre otros programas e intente de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="49" />
            <source>The Linux kernel of this computer cannot keep them from your other files; from version 5.13 on, with Landlock switched on, it can.</source>
            <translation>El núcleo de Linux de este equipo no puede apartarlos de sus otros archivos; desde la versión 5.13, con Landlock activado, sí puede.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="53" />
            <source>One was tried: it could make no connection and start no program.</source>
            <translation>Se probó uno: no pudo hacer ninguna conexión ni iniciar ningún programa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="54" />
            <source>One was tried, and it could start programs or make connections.</source>
            <translation>Se probó uno, y pudo iniciar programas o hacer conexiones.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="55" />
            <source>This system lets BriefBank limit their memory, the size of their files and their time, and no more: they could open your other files.</source>
            <translation>Este sistema permite a BriefBank limitar su memoria, el tamaño de sus archivos y su tiempo, y nada más: podrían abrir los otros archivos de usted.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="59" />
            <source>This system lets BriefBank limit their memory and their time and keep them from starting programs, and no more: they could open your other files.</source>
            <translation>Este sistema permite a BriefBank limitar su memoria y su tiempo e impedirles iniciar programas, y nada más: podrían abrir los otros archivos de usted.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="147" />
            <source>Refused.</source>
            <translation>Rechazada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="148" />
            <source>On this system BriefBank’s own code is held back, and only the firewall can hold other code back. The installer sets a rule for that.</source>
            <translation>En este sistema se retiene el código propio de BriefBank, y solo el cortafuegos puede retener otro código. El instalador fija una regla para ello.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="155" />
            <source>Network: IPv4</source>
            <translation>Red: IPv4</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="155" />
            <source>Network: IPv6</source>
            <translation>Red: IPv6</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="155" />
            <source>Network: UDP</source>
            <translation>Red: UDP</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="156" />
            <source>Network: names</source>
            <translation>Red: nombres</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="159" />
            <source>Network: native code, IPv4</source>
            <translation>Red: código nativo, IPv4</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="159" />
            <source>Network: native code, IPv6</source>
            <translation>Red: código nativo, IPv6</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="160" />
            <source>Network: native code, UDP</source>
            <translation>Red: código nativo, UDP</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="160" />
            <source>Network: native code, names</source>
            <translation>Red: código nativo, nombres</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="163" />
            <source>Network: child process, IPv4</source>
            <translation>Red: proceso hijo, IPv4</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="163" />
            <source>Network: child process, IPv6</source>
            <translation>Red: proceso hijo, IPv6</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="164" />
            <source>Network: child process, UDP</source>
            <translation>Red: proceso hijo, UDP</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="164" />
            <source>Network: child process, names</source>
            <translation>Red: proceso hijo, nombres</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="167" />
            <source>Network: other programs, IPv4</source>
            <translation>Red: otros programas, IPv4</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="167" />
            <source>Network: other programs, IPv6</source>
            <translation>Red: otros programas, IPv6</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="168" />
            <source>Network: other programs, UDP</source>
            <translation>Red: otros programas, UDP</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="168" />
            <source>Network: other programs, names</source>
            <translation>Red: otros programas, nombres</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="191" />
            <source>Let through</source>
            <translation>Se deja pasar</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="195" />
            <source>Only the office server that this computer has joined: {where}</source>
            <translation>Solo el servidor de la oficina a la que se unió este equipo: {where}</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="197" />
            <source>Only the text recognition server that your office has set: {where}</source>
            <translation>Solo el servidor de reconocimiento de texto que configuró su oficina: {where}</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="201" />
            <source>Nothing. No server is set.</source>
            <translation>Nada. No hay ningún servidor configurado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="213" />
            <source>Desks may connect to this office server at {here}. It connects to nothing itself.</source>
            <translation>Los puestos pueden conectarse a este servidor de la oficina en {here}. Él mismo no se conecta a nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="216" />
            <source>Desks may connect to this office server at {here}. It connects to nothing itself but {reached}</source>
            <translation>Los puestos pueden conectarse a este servidor de la oficina en {here}. Él mismo no se conecta a nada más que a {reached}</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="232" />
            <source>Was not stopped ({ending}).</source>
            <translation>No se detuvo ({ending}).</translation>
        </message>
        <message>
            <location filename="../../briefbank/network/self_test.py" line="262" />
            <source>it went through</source>
            <translation>pasó</translation>
        </message>
        <message>
            <location filename="../../briefbank/ocr/tesseract.py" line="79" />
            <source>This page is a scan and was not read, because other pages of the file took too long. Look at the page itself, or have it read again.</source>
            <translation>Esta página es un escaneo y no se leyó, porque otras páginas del archivo tardaron demasiado. Mire la página misma, o haga que se lea de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ocr/tesseract.py" line="84" />
            <source>Tesseract, the program that reads scanned pages, was not found on this computer. Install it (on Debian and Ubuntu the package is called tesseract-ocr) and start BriefBank again.</source>
            <translation>No se encontró en este equipo Tesseract, el programa que lee las páginas escaneadas. Instálelo (en Debian y Ubuntu el paquete se llama tesseract-ocr) e inicie BriefBank de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ocr/tesseract.py" line="88" />
            <source>Tesseract has no English language data. Install it (on Debian and Ubuntu the package is called tesseract-ocr-eng) and start BriefBank again.</source>
            <translation>Tesseract no tiene los datos del idioma inglés. Instálelos (en Debian y Ubuntu el paquete se llama tesseract-ocr-eng) e inicie BriefBank de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/ocr/tesseract.py" line="142" />
            <source>Scanned pages cannot be read yet.</source>
            <translation>Aún no se pueden leer páginas escaneadas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="136" />
            <source>A person needs a name of at most 100 characters, and a password of at least 12.</source>
            <translation>Una persona necesita un nombre de 100 caracteres como máximo y una contraseña de al menos 12.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="137" />
            <source>Choose a longer password; several words are easy to remember.</source>
            <translation>Elija una contraseña más larga; varias palabras son fáciles de recordar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="139" />
            <location filename="../../briefbank/office/walls.py" line="195" />
            <source>Nothing was changed.</source>
            <translation>No se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="164" />
            <source>The office’s directory refuses the account with which the server looks for persons.</source>
            <translation>El directorio de la oficina rechaza la cuenta con la que el servidor busca personas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="167" />
            <source>What answers at the address of the office’s directory could not prove that it is the directory.</source>
            <translation>Lo que responde en la dirección del directorio de la oficina no pudo probar que es el directorio.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="246" />
            <source>This file cannot be read as a list.</source>
            <translation>Este archivo no se puede leer como lista.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="247" />
            <source>Nothing was changed. Save it as “CSV UTF-8”, and import that.</source>
            <translation>No se cambió nada. Guárdelo como «CSV UTF-8» e importe ese archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="253" />
            <source>This file is no CSV file.</source>
            <translation>Este archivo no es un archivo CSV.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="268" />
            <source>Row {number} does not say what it should: a name, one of {roles}, and a password.</source>
            <translation>La fila {number} no dice lo que debe: un nombre, uno de {roles} y una contraseña.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="278" />
            <source>Row {number} names a person who is in the list already.</source>
            <translation>La fila {number} nombra a una persona que ya está en la lista.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="340" />
            <source>This invitation was used already, or is too old.</source>
            <translation>Esta invitación ya se usó o es demasiado antigua.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="341" />
            <source>Ask whoever looks after the server for another.</source>
            <translation>Pida otra a quien cuida el servidor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="359" />
            <source>No computer has this number.</source>
            <translation>Ningún equipo tiene este número.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="360" />
            <source>Look at the list of computers.</source>
            <translation>Consulte la lista de equipos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="418" />
            <source>Your password is that of the office’s directory.</source>
            <translation>Su contraseña es la del directorio de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="419" />
            <source>Change it where you change that one.</source>
            <translation>Cámbiela donde cambia aquella.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="436" />
            <source>Nobody has this name here.</source>
            <translation>Nadie tiene aquí este nombre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="437" />
            <source>Look at the list of persons.</source>
            <translation>Consulte la lista de personas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="472" />
            <source>A group is named by its DN.</source>
            <translation>Un grupo se nombra por su DN.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="473" />
            <source>Write it like cn=defenders,ou=groups,dc=office,dc=org.</source>
            <translation>Escríbalo como cn=defenders,ou=groups,dc=office,dc=org.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="486" />
            <source>No such group may sign in.</source>
            <translation>Ningún grupo así puede iniciar sesión.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/accounts.py" line="487" />
            <source>Look at the list of groups.</source>
            <translation>Consulte la lista de grupos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/broker.py" line="73" />
            <source>The broker, which hands out work to other computers, does not answer.</source>
            <translation>El intermediario, que reparte el trabajo a otros ordenadores, no responde.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/broker.py" line="74" />
            <source>Start the broker on the server’s computer. Until then the server works on files by itself.</source>
            <translation>Inicie el intermediario en el ordenador del servidor. Hasta entonces el servidor trabaja solo con los archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/broker.py" line="108" />
            <source>Neither Valkey nor Redis is installed on this computer.</source>
            <translation>En este ordenador no está instalado ni Valkey ni Redis.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/broker.py" line="109" />
            <source>Install one: “sudo apt install redis-server”. Its own service is not needed.</source>
            <translation>Instale uno: “sudo apt install redis-server”. No se necesita su propio servicio.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/certificates.py" line="147" />
            <source>The certificate of this office server, or its key, cannot be used.</source>
            <translation>El certificado de este servidor de la oficina, o su clave, no se puede usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/certificates.py" line="148" />
            <source>Put those of your office in their place again, in the form PEM and without a password. Or delete both and prepare the server again, which makes new ones; then invite all computers again.</source>
            <translation>Vuelva a poner en su lugar los de su oficina, en formato PEM y sin contraseña. O elimine los dos y prepare el servidor de nuevo, lo que crea otros; después invite de nuevo a todos los equipos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="119" />
            <source>What an office server needs is not installed on this computer.</source>
            <translation>Lo que necesita un servidor de oficina no está instalado en este ordenador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="120" />
            <source>Install it with: pip install “briefbank[office]”. Searching and adding work without it.</source>
            <translation>Instálelo con: pip install “briefbank[office]”. Buscar y añadir funcionan sin ello.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="176" />
            <source>The two passwords differ.</source>
            <translation>Las dos contraseñas son distintas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="176" />
            <source>Type both again.</source>
            <translation>Escriba ambas de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="202" />
            <source>The server needs a number of this computer’s network at which to listen.</source>
            <translation>El servidor necesita un número de la red de este ordenador en el que escuchar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="203" />
            <location filename="../../briefbank/office/commands.py" line="256" />
            <source>Add --listen with it, such as --listen 192.168.1.20.</source>
            <translation>Añada también --listen, por ejemplo --listen 192.168.1.20.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="222" />
            <source>No computer finds a server by this name.</source>
            <translation>Ningún ordenador encuentra un servidor por este nombre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="223" />
            <source>Give --host a name or number of the network, such as --host briefbank.office.lan.</source>
            <translation>Dé a --host un nombre o número de la red, por ejemplo --host briefbank.office.lan.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="255" />
            <source>The broker, which hands out work, needs one number of this computer’s network.</source>
            <translation>El broker, que reparte el trabajo, necesita un número de la red de este ordenador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="265" />
            <source>This server does all work on files itself.</source>
            <translation>Este servidor hace él mismo todo el trabajo con los archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="266" />
            <source>Prepare it with “briefbank office prepare --cluster 6380”, and start it again.</source>
            <translation>Prepárelo con «briefbank office prepare --cluster 6380» e inícielo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="324" />
            <source>The file with the certificate of the directory’s authority cannot be used.</source>
            <translation>No se puede usar el archivo con el certificado de la autoridad del directorio.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="325" />
            <source>Choose one in the form PEM, which begins with “-----BEGIN CERTIFICATE-----”.</source>
            <translation>Elija uno en el formato PEM, que empieza por “-----BEGIN CERTIFICATE-----”.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="522" />
            <source>This computer was not invited to work for an office.</source>
            <translation>Este ordenador no fue invitado a trabajar para una oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="523" />
            <source>On the office’s server write an invitation with “briefbank office invite-worker FILE”, bring it here, and start the worker with --invitation FILE.</source>
            <translation>En el servidor de la oficina, escriba una invitación con «briefbank office invite-worker FILE», tráigala aquí e inicie el trabajo con --invitation FILE.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="567" />
            <source>Nothing was chosen to be taken along.</source>
            <translation>No se eligió nada que llevar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="568" />
            <source>Name docket numbers, or documents with --document.</source>
            <translation>Indique números de expediente, o documentos con --document.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="572" />
            <source>“briefbank offline {what}” concerns all that was taken along.</source>
            <translation>“briefbank offline {what}” afecta a todo lo que se llevó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="573" />
            <source>Give no docket numbers and no documents with it. Nothing was changed.</source>
            <translation>No dé con ello números de expediente ni documentos. No se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="607" />
            <source>Documents are taken along from the library of an office, and this is one of this computer.</source>
            <translation>Se llevan documentos de la biblioteca de una oficina, y esta es de este ordenador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/commands.py" line="610" />
            <source>Join the office first, in the settings of the window.</source>
            <translation>Únase antes a la oficina, en la configuración de la ventana.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/directory.py" line="101" />
            <source>The office’s directory has not been found yet.</source>
            <translation>Aún no se ha encontrado el directorio de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/directory.py" line="102" />
            <source>The part of BriefBank that asks the office’s directory has stopped.</source>
            <translation>La parte de BriefBank que consulta el directorio de la oficina se detuvo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/directory.py" line="103" />
            <source>Start the server again.</source>
            <translation>Inicie el servidor de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/library.py" line="122" />
            <source>There is no BriefBank library in this folder, or it is the office’s own.</source>
            <translation>En esta carpeta no hay ninguna biblioteca de BriefBank, o es la de la propia oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/library.py" line="123" />
            <source>Name the folder of another library.</source>
            <translation>Indique la carpeta de otra biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/library.py" line="128" />
            <source>The library that is to be brought in is being changed just now.</source>
            <translation>La biblioteca que se va a incorporar se está modificando en este momento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/library.py" line="129" />
            <source>Close BriefBank where that library is open, and bring it in again.</source>
            <translation>Cierre BriefBank donde esté abierta esa biblioteca y vuelva a incorporarla.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/link.py" line="213" />
            <source>This computer does not belong to the office’s library any more. What it had of the office was deleted from it.</source>
            <translation>Este equipo ya no pertenece a la biblioteca de la oficina. Lo que tenía de la oficina se borró de él.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/move_to_office.py" line="41" />
            <source>Bringing in documents</source>
            <translation>Incorporando documentos</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/move_to_office.py" line="119" />
            <source>“{title}” was left out: it is damaged there, or its file is missing.</source>
            <translation>«{title}» se dejó fuera: está dañado allí o falta su archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/move_to_office.py" line="223" />
            <source>Its activity log was not taken: it cannot be read.</source>
            <translation>Su registro de actividad no se tomó: no se puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/move_to_office.py" line="238" />
            <source>Its list of related words was not taken: it cannot be read.</source>
            <translation>Su lista de palabras relacionadas no se tomó: no se puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/move_to_office.py" line="243" />
            <source>Its list of related words was not taken: the office has one of its own.</source>
            <translation>Su lista de palabras relacionadas no se tomó: la oficina tiene una propia.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/move_to_office.py" line="254" />
            <source>Search by meaning is prepared anew: its model is another one than the office’s.</source>
            <translation>La búsqueda por significado se prepara de nuevo: su modelo es distinto del de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/move_to_office.py" line="262" />
            <source>Search by meaning has to be prepared again.</source>
            <translation>La búsqueda por significado se tiene que preparar de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_feed.py" line="284" />
            <source>Too much was taken along on this computer within an hour.</source>
            <translation>Se llevó demasiado en este equipo en una hora.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_feed.py" line="285" />
            <source>Try again in an hour.</source>
            <translation>Vuelva a intentarlo dentro de una hora.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_library.py" line="332" />
            <source>Another BriefBank is exchanging these documents with the office, or adding files to them.</source>
            <translation>Otro BriefBank está intercambiando estos documentos con la oficina, o añadiéndoles archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_library.py" line="335" />
            <source>Wait until it has finished.</source>
            <translation>Espere hasta que haya terminado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="44" />
            <source>Taking documents along</source>
            <translation>Llevando documentos</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="44" />
            <source>Sending to the office</source>
            <translation>Enviando a la oficina</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="186" />
            <source>The documents on this computer were taken along by {person} from {office}.</source>
            <translation>Los documentos de este equipo los llevó consigo {person} de {office}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="191" />
            <source>Have them sign in there and bring the documents up to date, or delete the documents before you take some along yourself.</source>
            <translation>Pídale que inicie sesión allí y actualice los documentos, o borre los documentos antes de llevarse usted algunos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="242" />
            <source>It can be searched by words only: this computer cannot prepare its meaning.</source>
            <translation>Solo se puede buscar en ello por palabras: este equipo no puede preparar su significado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="259" />
            <source>“{title}” was not taken by the office and stays here.</source>
            <translation>La oficina no aceptó «{title}», que se queda aquí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="265" />
            <source>The correction of “{title}” was not taken by the office and stays here.</source>
            <translation>La oficina no aceptó la corrección de «{title}», que se queda aquí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="271" />
            <source>A mark on “{title}” was not taken by the office and stays here.</source>
            <translation>La oficina no aceptó una marca en «{title}», que se queda aquí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="300" />
            <source>The file was refused.</source>
            <translation>El archivo fue rechazado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="304" />
            <source>“{title}” is at the office now, and not taken along any more: no more single documents can be chosen.</source>
            <translation>“{title}” ya está en la oficina y deja de llevarse: no se pueden elegir más documentos sueltos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="351" />
            <source>A document was not taken along: it is too large.</source>
            <translation>No se llevó un documento: es demasiado grande.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="402" />
            <source>A document was not taken along: at the office it is damaged, or its PDF missing.</source>
            <translation>No se llevó un documento: en la oficina está dañado, o falta su PDF.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/offline_matters.py" line="404" />
            <source>“{named}” was not brought up to date: at the office it is damaged, or its PDF missing.</source>
            <translation>«{named}» no se puso al día: en la oficina está dañado, o falta su PDF.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/performer.py" line="196" />
            <source>This work is not known to the office server any more.</source>
            <translation>El servidor de la oficina ya no conoce este trabajo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/performer.py" line="196" />
            <source>Begin it again.</source>
            <translation>Empiécelo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/performer.py" line="220" />
            <source>The office has this file now. It belongs to a matter that is kept from you, so you will not find it. Ask whoever looks after the office’s library.</source>
            <translation>La oficina ya tiene este archivo. Es de un asunto que está apartado de usted, así que no lo encontrará. Pregunte a quien cuida la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="65" />
            <source>The office’s database does not answer just now.</source>
            <translation>La base de datos de la oficina no responde en este momento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="66" />
            <source>Ask whoever looks after the office’s server to see to PostgreSQL. Nothing that was added is lost.</source>
            <translation>Pida a quien se ocupa del servidor de la oficina que revise PostgreSQL. No se ha perdido nada de lo añadido.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="74" />
            <source>Look at its name, or create it by “createdb”, as the guide for administrators says.</source>
            <translation>Revise su nombre, o créela con «createdb», como dice la guía para administradores.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="82" />
            <source>A name is too long for the office’s database.</source>
            <translation>Un nombre es demasiado largo para la base de datos de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="83" />
            <source>Give the file or folder a shorter name and try again. Nothing was changed.</source>
            <translation>Dé al archivo o a la carpeta un nombre más corto e inténtelo de nuevo. No se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="170" />
            <source>The office’s database holds something else than a BriefBank library.</source>
            <translation>La base de datos de la oficina contiene algo que no es una biblioteca de BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="171" />
            <source>Name an empty database to the server. Nothing in this one was changed.</source>
            <translation>Indique al servidor una base de datos vacía. En esta no se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="182" />
            <source>The office’s database cannot hold every character.</source>
            <translation>La base de datos de la oficina no puede contener todos los caracteres.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="183" />
            <source>Make it anew with the encoding UTF8, and start the server again.</source>
            <translation>Créela de nuevo con la codificación UTF8 e inicie otra vez el servidor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/postgres_database.py" line="234" />
            <source>PostgreSQL has no database “{name}” for this user.</source>
            <translation>PostgreSQL no tiene ninguna base de datos «{name}» para este usuario.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/remote_library.py" line="134" />
            <source>Bring it up to date first: “briefbank offline sync”. To leave all the same: “briefbank office leave --unsent-too”.</source>
            <translation>Póngalo al día primero: «briefbank offline sync». Para salir de todos modos: «briefbank office leave --unsent-too».</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/remote_library.py" line="590" />
            <source>BriefBank finds no secret by which the office’s library knows this computer.</source>
            <translation>BriefBank no encuentra la clave secreta por la que la biblioteca de la oficina reconoce este equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/remote_library.py" line="591" />
            <source>If this computer’s key ring is locked, unlock it and start BriefBank again. Otherwise ask whoever looks after the server for an invitation. Nothing was deleted.</source>
            <translation>Si el llavero de este equipo está bloqueado, desbloquéelo y vuelva a iniciar BriefBank. Si no, pida una invitación a quien se ocupa del servidor. No se eliminó nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="106" />
            <source>The settings of the office server on this computer are damaged.</source>
            <translation>La configuración del servidor de la oficina en este ordenador está dañada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="107" />
            <source>Prepare the server again with all that was chosen before, beginning with the folder of its library: briefbank --library DIR office prepare.</source>
            <translation>Prepare de nuevo el servidor con todo lo que se eligió antes, empezando por la carpeta de su biblioteca: briefbank --library DIR office prepare.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="199" />
            <source>The settings of the office’s directory cannot be used.</source>
            <translation>La configuración del directorio de la oficina no se puede usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="200" />
            <source>Correct them, and give the command again.</source>
            <translation>Corríjala y escriba de nuevo la orden.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="230" />
            <source>The address of the office’s directory cannot be used.</source>
            <translation>La dirección del directorio de la oficina no se puede usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="231" />
            <source>Write it like ldaps://directory.office.lan, or ldap:// for one that encrypts by StartTLS.</source>
            <translation>Escríbala como ldaps://directory.office.lan, o ldap:// para uno que cifra con StartTLS.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="243" />
            <source>BriefBank needs to know where the directory keeps persons and groups.</source>
            <translation>BriefBank necesita saber dónde guarda el directorio las personas y los grupos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="244" />
            <source>Add --persons and --groups, such as --persons ou=people,dc=office,dc=org.</source>
            <translation>Añada --persons y --groups, por ejemplo --persons ou=people,dc=office,dc=org.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="248" />
            <source>BriefBank cannot look for persons without an account that may read the directory.</source>
            <translation>BriefBank no puede buscar personas sin una cuenta con permiso para leer el directorio.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="249" />
            <source>Add --reader with its DN.</source>
            <translation>Añada --reader con su DN.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="252" />
            <source>--name-attribute must be the name of an attribute, such as uid.</source>
            <translation>--name-attribute tiene que ser el nombre de un atributo, como uid.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="256" />
            <source>No office server was prepared on this computer.</source>
            <translation>En este equipo no se preparó ningún servidor de oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="257" />
            <source>Prepare one with “briefbank office prepare --host NAME”, and start it again.</source>
            <translation>Prepare uno con «briefbank office prepare --host NAME» e inícielo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="265" />
            <source>This computer serves the library in {library}, and not the one that was named.</source>
            <translation>Este ordenador sirve la biblioteca de {library}, y no la que se indicó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="269" />
            <source>Leave --library out. To serve the other library instead, prepare the server for it: briefbank --library {folder} office prepare.</source>
            <translation>Omita --library. Para servir la otra biblioteca en su lugar, prepare el servidor para ella: briefbank --library {folder} office prepare.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="305" />
            <source>The service would not see a library in {root}.</source>
            <translation>El servicio no vería una biblioteca en {root}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="306" />
            <source>Choose a folder elsewhere, such as /srv/briefbank, that belongs to the user briefbank.</source>
            <translation>Elija una carpeta en otro lugar, como /srv/briefbank, que sea del usuario briefbank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="310" />
            <source>The database “{database}” holds the catalogue of the library in {library}.</source>
            <translation>La base de datos «{database}» tiene el catálogo de la biblioteca de {library}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="315" />
            <source>Name a database for the other library, too: --database NAME.</source>
            <translation>Indique también una base de datos para la otra biblioteca: --database NAME.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="322" />
            <source>This library has its catalogue in a file.</source>
            <translation>Esta biblioteca tiene su catálogo en un archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="323" />
            <source>Name another folder to the server with --library, and bring this library in afterwards.</source>
            <translation>Indique al servidor otra carpeta con --library e incorpore después esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="334" />
            <source>The database “{name}” holds the catalogue of another library.</source>
            <translation>La base de datos «{name}» tiene el catálogo de otra biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="335" />
            <source>Name an empty database, or the folder of that library in place of {root}.</source>
            <translation>Indique una base de datos vacía, o la carpeta de esa biblioteca en lugar de {root}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="345" />
            <source>The catalogue of this library is in a database.</source>
            <translation>El catálogo de esta biblioteca está en una base de datos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/server_settings.py" line="346" />
            <source>Name it, too: --database NAME.</source>
            <translation>Indíquela también: --database NAME.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/serving.py" line="64" />
            <source>The office server cannot be reached at its address, because another program has it.</source>
            <translation>No se puede llegar al servidor de la oficina en su dirección, porque la ocupa otro programa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/serving.py" line="67" />
            <source>End that program, or prepare the server again with another --listen or --port.</source>
            <translation>Cierre ese programa, o prepare el servidor de nuevo con otro --listen u otro --port.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/serving.py" line="71" />
            <source>The certificate of this office server is not good today, so no computer would talk to it.</source>
            <translation>El certificado de este servidor de la oficina no es válido hoy, así que ningún equipo hablaría con él.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/serving.py" line="74" />
            <source>If the date of this computer is right, prepare the server again, which makes a new certificate, or put a new one of your office in its place. Then invite all computers again.</source>
            <translation>Si la fecha de este equipo es correcta, prepare de nuevo el servidor, lo que crea otro certificado, o ponga en su lugar uno nuevo de su oficina. Después invite de nuevo a todos los equipos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/shared_collections.py" line="92" />
            <source>No passage of this collection is in the office’s library.</source>
            <translation>Ningún pasaje de esta colección está en la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/shared_collections.py" line="102" />
            <source>You share {most_collections} collections already, and more is not possible.</source>
            <translation>Usted ya comparte {most_collections} colecciones, y no es posible compartir más.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/shared_collections.py" line="106" />
            <source>Stop sharing one that is not needed any more, and try again.</source>
            <translation>Deje de compartir una que ya no se necesite e inténtelo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/shared_collections.py" line="136" />
            <source>Only who shared a collection can stop sharing it.</source>
            <translation>Solo quien compartió una colección puede dejar de compartirla.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/shared_collections.py" line="137" />
            <source>Ask them, or an administrator of the office’s library.</source>
            <translation>Pídalo a esa persona o a un administrador de la biblioteca de la oficina.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/shared_collections.py" line="163" />
            <source>This collection is not shared any more.</source>
            <translation>Esta colección ya no se comparte.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/shared_collections.py" line="164" />
            <source>Open the list of collections again to see what is.</source>
            <translation>Abra de nuevo la lista de colecciones para ver cuáles se comparten.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/units.py" line="178" />
            <source>The office does not let this computer work on its files any more.</source>
            <translation>La oficina ya no permite que este ordenador trabaje con sus archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/units.py" line="179" />
            <source>Ask whoever looks after the server for a new invitation, and start the worker with it.</source>
            <translation>Pida una invitación nueva a quien cuida del servidor e inicie con ella el trabajo de este ordenador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/units.py" line="185" />
            <source>Another computer works for the office by the same invitation.</source>
            <translation>Otro ordenador trabaja para la oficina con la misma invitación.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/units.py" line="186" />
            <source>Ask whoever looks after the server for an invitation of this computer’s own.</source>
            <translation>Pida a quien cuida del servidor una invitación propia para este ordenador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/uploads.py" line="79" />
            <source>The name of this file is too long.</source>
            <translation>El nombre de este archivo es demasiado largo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/uploads.py" line="80" />
            <source>Give it one of at most {most} characters, and add it again.</source>
            <translation>Póngale uno de {most} caracteres como máximo y añádalo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/uploads.py" line="96" />
            <source>Too many files are on their way at once.</source>
            <translation>Hay demasiados archivos en camino a la vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/uploads.py" line="97" />
            <source>Add this one again afterwards.</source>
            <translation>Añada este de nuevo después.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/uploads.py" line="140" />
            <source>The file did not arrive whole.</source>
            <translation>El archivo no llegó completo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/uploads.py" line="140" />
            <location filename="../../briefbank/office/uploads.py" line="160" />
            <source>Add it again.</source>
            <translation>Añádalo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/uploads.py" line="160" />
            <source>The office server does not know this file any more.</source>
            <translation>El servidor de la oficina ya no conoce este archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="37" />
            <source>Making the change</source>
            <translation>Haciendo el cambio</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="150" />
            <source>There is no matter of this name.</source>
            <translation>No hay ningún caso con este nombre.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="150" />
            <source>Look at the list of matters.</source>
            <translation>Mire la lista de casos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="189" />
            <source>A matter cannot be kept from whoever puts up its wall.</source>
            <translation>Un caso no puede ocultarse a quien lo oculta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="190" />
            <source>Ask somebody else who may see it. Nothing was changed.</source>
            <translation>Pídaselo a otra persona que pueda verlo. No se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="194" />
            <source>There can be at most {most_matters} matters.</source>
            <translation>Puede haber como máximo {most_matters} casos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="265" />
            <source>A name or number of this matter is longer than {most} characters.</source>
            <translation>Un nombre o número de este asunto tiene más de {most} caracteres.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="266" />
            <source>Make it shorter. Nothing was changed.</source>
            <translation>Acórtelo. No se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="270" />
            <source>A matter needs a name, a docket number or a document, and somebody from whom it is kept.</source>
            <translation>Un caso necesita un nombre, un número de expediente o un documento, y alguien a quien se oculte.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="273" />
            <source>Fill in what is missing. Nothing was changed.</source>
            <translation>Complete lo que falta. No se cambió nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/walls.py" line="295" />
            <source>Row {number} does not say what it should: a matter, one of {words}, and its value.</source>
            <translation>La fila {number} no dice lo que debería: un caso, una de las palabras {words}, y su valor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="253" />
            <source>The office server could not do this because of a mistake in it.</source>
            <translation>El servidor de la oficina no pudo hacer esto por un error suyo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="254" />
            <source>Try again. If it happens again, tell whoever looks after the server when it was.</source>
            <translation>Intente de nuevo. Si ocurre otra vez, diga a quien cuida el servidor cuándo fue.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="259" />
            <source>This is more than the office server looks up at once.</source>
            <translation>Esto es más de lo que el servidor de la oficina busca de una vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="260" />
            <source>Search with a shorter text, or choose fewer at once.</source>
            <translation>Busque con un texto más corto o elija menos de una vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="264" />
            <source>The office server has too much to do just now.</source>
            <translation>El servidor de la oficina tiene ahora demasiado trabajo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="265" />
            <location filename="../../briefbank/storage/write_access.py" line="93" />
            <source>Try again in a few minutes.</source>
            <translation>Inténtelo de nuevo dentro de unos minutos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="270" />
            <source>The office server did not understand what BriefBank asked.</source>
            <translation>El servidor de la oficina no entendió lo que BriefBank le pidió.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/wire.py" line="271" />
            <source>Ask whoever looks after your computers whether both are of the same release.</source>
            <translation>Pregunte a quien cuida sus equipos si ambos tienen la misma versión.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/worker.py" line="239" />
            <source>The office server is not known in this network by its name.</source>
            <translation>El servidor de la oficina no se conoce por su nombre en esta red.</translation>
        </message>
        <message>
            <location filename="../../briefbank/office/worker.py" line="240" />
            <source>Look whether this computer is in the office’s network, and start the worker again.</source>
            <translation>Compruebe si este ordenador está en la red de la oficina y vuelva a iniciar el trabajo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/aided_search.py" line="133" />
            <source>Score of the local model: {score} of {most}</source>
            <translation>Puntuación del modelo local: {score} de {most}</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="67" />
            <source>The local model may not help with searches. Switch on what it may do in Settings.</source>
            <translation>El modelo local no puede ayudar en las búsquedas. Active en Configuración lo que puede hacer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="68" />
            <source>No local model is ready. Choose one in Settings, where it is also said what is missing.</source>
            <translation>No hay ningún modelo local listo. Elija uno en Configuración, donde también se dice qué falta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="69" />
            <source>The local model may not cut documents. Switch that on in Settings.</source>
            <translation>El modelo local no puede cortar documentos. Actívelo en Configuración.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="70" />
            <source>This search asks for exact words, numbers or a passage, to which other words can add nothing.</source>
            <translation>Esta búsqueda pide palabras exactas, números o un pasaje, a lo que otras palabras no pueden añadir nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="73" />
            <source>The question has one part, so it was not taken apart.</source>
            <translation>La pregunta tiene una sola parte, así que no se descompuso.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="74" />
            <source>Fewer than two passages were found, so there is nothing to order.</source>
            <translation>Se encontraron menos de dos pasajes, así que no hay nada que ordenar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="76" />
            <source>Found by other words for your question that the local model wrote.</source>
            <translation>Encontrado con otras palabras para su pregunta que escribió el modelo local.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="77" />
            <source>Found by a part of your question that the local model searched by itself.</source>
            <translation>Encontrado por una parte de su pregunta que el modelo local buscó por separado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="78" />
            <source>Found by a further search that the local model planned.</source>
            <translation>Encontrado por otra búsqueda que planificó el modelo local.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="119" />
            <source>The local model writes issue, rule, application and conclusion</source>
            <translation>El modelo local escribe cuestión, regla, aplicación y conclusión</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="126" />
            <source>Searched also by issue, rule, application and conclusion.</source>
            <translation>Buscó también por cuestión, regla, aplicación y conclusión.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="130" />
            <source>The local model writes the question in other words</source>
            <translation>El modelo local escribe la pregunta con otras palabras</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="136" />
            <source>Searched your question also in other words.</source>
            <translation>Buscó su pregunta también con otras palabras.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="140" />
            <source>The local model takes the question apart</source>
            <translation>El modelo local descompone la pregunta</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="146" />
            <source>Searched your question also part by part.</source>
            <translation>Buscó su pregunta también parte por parte.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="152" />
            <source>The local model plans searches</source>
            <translation>El modelo local planifica búsquedas</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="157" />
            <source>Planned searches and made them.</source>
            <translation>Planificó búsquedas y las hizo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="168" />
            <source>Read what was found and searched once more.</source>
            <translation>Leyó lo encontrado y buscó una vez más.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="170" />
            <source>Read what was found and asked for no further search.</source>
            <translation>Leyó lo encontrado y no pidió más búsquedas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="195" />
            <source>Searching</source>
            <translation>Buscando</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="228" />
            <source>The local model reads the first passages</source>
            <translation>El modelo local lee los primeros pasajes</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="293" />
            <source>Step {number}: the local model plans a search</source>
            <translation>Paso {number}: el modelo local planifica una búsqueda</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="315" />
            <source>Read the first {scores} passages and weighed how well each answers.</source>
            <translation>Leyó los primeros {scores} pasajes y valoró lo bien que responde cada uno.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="491" />
            <source>Files are being added to this library.</source>
            <translation>Se están añadiendo archivos a esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="492" />
            <source>Have the sections cut when that is done.</source>
            <translation>Mande cortar las secciones cuando eso termine.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="499" />
            <source>Reading</source>
            <translation>Lectura</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="505" />
            <source>The document has no section long enough to be cut in another way.</source>
            <translation>El documento no tiene ninguna sección bastante larga para cortarla de otra manera.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="511" />
            <source>The document could not be read again, so it stays as it was.</source>
            <translation>El documento no se pudo leer de nuevo, así que queda como estaba.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="512" />
            <source>Cut {sections} long sections where the local model finds that the matter turns.</source>
            <translation>Se cortaron {sections} secciones largas donde, según el modelo local, cambia el asunto.</translation>
        </message>
        <message>
            <location filename="../../briefbank/query_expansion/expansion.py" line="528" />
            <source>The local model reads the long sections</source>
            <translation>El modelo local lee las secciones largas</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="57" />
            <source>Words of the search</source>
            <translation>Palabras de la búsqueda</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="80" />
            <source>{forms} more</source>
            <translation>{forms} más</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="81" />
            <source>Contains {value}</source>
            <translation>Contiene {value}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="85" />
            <source>“{text}” (for “{of}”)</source>
            <translation>“{text}” (por “{of}”)</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="86" />
            <source>Contains {named}</source>
            <translation>Contiene {named}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="89" />
            <source>Heading: {matching}</source>
            <translation>Encabezado: {matching}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="123" />
            <source>Nearness in meaning</source>
            <translation>Cercanía en significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="150" />
            <source>Very similar in meaning</source>
            <translation>Muy parecido en significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="150" />
            <source>Similar in meaning</source>
            <translation>Parecido en significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="180" />
            <source>Numbers and citations asked for</source>
            <translation>Números y citas que se pidieron</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="210" />
            <source>Contains the numbers {listed}</source>
            <translation>Contiene los números {listed}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="212" />
            <source>Contains the number {listed}</source>
            <translation>Contiene el número {listed}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="214" />
            <source>Cites {cited}</source>
            <translation>Cita {cited}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/channels.py" line="228" />
            <source>Cites what the first results cite</source>
            <translation>Cita lo que citan los primeros resultados</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/feedback.py" line="93" />
            <source>Marked as not helpful for “{query}”</source>
            <translation>Marcado como no útil para «{query}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/feedback.py" line="95" />
            <source>Marked as helpful for “{query}”</source>
            <translation>Marcado como útil para «{query}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/feedback.py" line="98" />
            <source>and {number} other search</source>
            <translation>y {number} búsqueda más</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/feedback.py" line="98" />
            <source>and {number} other searches</source>
            <translation>y {number} búsquedas más</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="53" />
            <source>No passage is close enough. Describe the situation in a sentence, or use other words.</source>
            <translation>Ningún pasaje se acerca lo suficiente. Describa la situación en una frase, o use otras palabras.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="56" />
            <source>Nothing in this library is close to this search. These are the nearest passages.</source>
            <translation>Nada en esta biblioteca se acerca a esta búsqueda. Estos son los pasajes más próximos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="57" />
            <source>No passage has these words. What they mean was not searched for.</source>
            <translation>Ningún pasaje tiene estas palabras. Lo que significan no se buscó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="58" />
            <source>The library is empty. Add briefs first: drop files or folders on the window.</source>
            <translation>La biblioteca está vacía. Añada primero escritos: suelte archivos o carpetas en la ventana.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="59" />
            <source>The search by meaning understands English. In Spanish trust the words, found in all their forms.</source>
            <translation>La búsqueda por significado entiende el inglés. En español confíe en las palabras, que se encuentran en todas sus formas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="64" />
            <source>BriefBank made a mistake: the citations in the text could not be read, and their words were searched for.</source>
            <translation>BriefBank cometió un error: las citas del texto no se pudieron leer, y se buscaron sus palabras.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="68" />
            <source>BriefBank made a mistake: the dates in the text could not be read. Set the day whose law counts yourself.</source>
            <translation>BriefBank cometió un error: las fechas del texto no se pudieron leer. Fije usted el día cuyo derecho cuenta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="82" />
            <source>“{used}” for “{typed}”</source>
            <translation>«{used}» en lugar de «{typed}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="91" />
            <source>{more} more</source>
            <translation>{more} más</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="93" />
            <source>{shown} for “{typed}”</source>
            <translation>{shown} por “{typed}”</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="128" />
            <source>{identifiers} numbers</source>
            <translation>{identifiers} números</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="131" />
            <source>{words} words</source>
            <translation>{words} palabras</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="182" />
            <source>No passage has {quoted}. Check the spelling, or use other words.</source>
            <translation>Ningún pasaje tiene {quoted}. Revise la ortografía, o use otras palabras.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="189" />
            <source>Nothing yet; 1 file is still being read.</source>
            <translation>Nada todavía; aún se está leyendo 1 archivo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="189" />
            <source>Nothing yet; {number:,} files are still being read.</source>
            <translation>Nada todavía; aún se están leyendo {number:,} archivos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="204" />
            <source>One passage was found, but was not the law of that time: see what stands apart, or ask for another day.</source>
            <translation>Se encontró un pasaje, pero no era derecho vigente en ese momento: vea lo que queda aparte, o pregunte por otro día.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="204" />
            <source>{number} were found, but were not the law of that time: see what stands apart, or ask for another day.</source>
            <translation>Se encontraron {number}, pero no eran derecho vigente en ese momento: vea lo que queda aparte, o pregunte por otro día.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="213" />
            <source>The filters leave passages out; without them there would be {others}.</source>
            <translation>Los filtros dejan pasajes fuera; sin ellos habría {others}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="216" />
            <source>Nothing fits without the filters either.</source>
            <translation>Tampoco hay nada sin los filtros.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="225" />
            <source>Nothing was found for {required_parts}.</source>
            <translation>No se encontró nada para {required_parts}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="228" />
            <source>No passage has the number {unknown_numbers}.</source>
            <translation>Ningún pasaje tiene el número {unknown_numbers}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="231" />
            <source>Only words were searched, because the search by meaning is not ready; try again in a while.</source>
            <translation>Solo se buscaron palabras, porque la búsqueda por significado no está lista; intente de nuevo dentro de un rato.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="251" />
            <source>Searched for passages like “{beginning}”, by words, meaning and what they cite.</source>
            <translation>Se buscaron pasajes como «{beginning}», por palabras, significado y lo que citan.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="258" />
            <source>No passage contains “{typed}”, so “{used}” was searched for.</source>
            <translation>Ningún pasaje contiene «{typed}», así que se buscó «{used}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="260" />
            <source>No passage contains “{typed}” with another word of this search, so “{used}” was searched for.</source>
            <translation>Ningún pasaje contiene «{typed}» con otra palabra de esta búsqueda, así que se buscó «{used}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="271" />
            <source>Also searched, with less weight: {shown}.</source>
            <translation>También se buscó, con menos peso: {shown}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="273" />
            <source>Not searched for: “{set_aside}”.</source>
            <translation>No se buscó: «{set_aside}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="278" />
            <source>Dates in the text ({shown}) do not limit the search; set the filing dates for that.</source>
            <translation>Las fechas del texto ({shown}) no limitan la búsqueda; para eso, fije las fechas de presentación.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="284" />
            <source>The text is long: {words_dropped} words that it repeats least were left out.</source>
            <translation>El texto es largo: se dejaron fuera las {words_dropped} palabras que menos repite.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="296" />
            <source>passages in which this holds: {required_parts}</source>
            <translation>pasajes en los que se cumple esto: {required_parts}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="300" />
            <source>the words {shown} and {more} more</source>
            <translation>las palabras {shown} y {more} más</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="302" />
            <source>the words {shown}</source>
            <translation>las palabras {shown}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="305" />
            <source>the numbers {listed}</source>
            <translation>los números {listed}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="308" />
            <source>and for passages close in meaning</source>
            <translation>y pasajes cercanos en significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="308" />
            <source>passages close in meaning</source>
            <translation>pasajes cercanos en significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="312" />
            <source>Searched for {ways}, of which the last part counts most.</source>
            <translation>Se buscó: {ways}; la última parte cuenta más.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="314" />
            <source>Searched for {ways}.</source>
            <translation>Se buscó: {ways}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="315" />
            <source>Searched for {ways}, in {parts} paragraphs read one by one.</source>
            <translation>Se buscó: {ways}, en {parts} párrafos leídos uno por uno.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="323" />
            <source>As of {last}: what was law then, and what had been filed.</source>
            <translation>Al {last}: lo que era derecho vigente entonces y lo que se había presentado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="328" />
            <source>“{typed}” does not count, because another day was set.</source>
            <translation>«{typed}» no cuenta, porque se fijó otro día.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="332" />
            <source>Of statutes, rules and directives the law of {period}.</source>
            <translation>De leyes, reglas y directivas, el texto vigente ({period}).</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="336" />
            <source>1 passage stands apart: not the law then.</source>
            <translation>1 pasaje queda aparte: entonces no era derecho vigente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="336" />
            <source>{number} passages stand apart: not the law then.</source>
            <translation>{number} pasajes quedan aparte: entonces no eran derecho vigente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="342" />
            <source>1 passage stands apart: not the law now.</source>
            <translation>1 pasaje queda aparte: ahora no es derecho vigente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="342" />
            <source>{number} passages stand apart: not the law now.</source>
            <translation>{number} pasajes quedan aparte: ahora no son derecho vigente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="359" />
            <source>{month} {year}</source>
            <translation>{month} de {year}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="360" />
            <source>{first} to {last}</source>
            <translation>del {first} al {last}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/interpretation.py" line="372" />
            <source>documents {described}</source>
            <translation>documentos {described}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="94" />
            <source>No filing date is known for this brief, so the law of its day cannot be asked for.</source>
            <translation>No se conoce la fecha de presentación de este escrito, así que no se puede preguntar por el derecho de su día.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="95" />
            <source>Put its filing date right, or name the day yourself.</source>
            <translation>Corrija su fecha de presentación, o indique usted el día.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="136" />
            <source>Filed on {filed}, after the day you asked about.</source>
            <translation>Presentado el {filed}, después del día por el que preguntó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="137" />
            <source>{in_words}.</source>
            <translation>{in_words}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="151" />
            <source>When this text was in force is not known: it may be of another time.</source>
            <translation>No se sabe cuándo estuvo en vigor este texto: puede ser de otra época.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="154" />
            <source>No filing date is known: it may be later than {last}.</source>
            <translation>No se conoce la fecha de presentación: puede ser posterior al {last}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="161" />
            <source>In force from {first} to {last}</source>
            <translation>En vigor del {first} al {last}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="165" />
            <source>Not in force after {day}</source>
            <translation>Ya no en vigor después del {day}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="166" />
            <source>In force until {day}</source>
            <translation>En vigor hasta el {day}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="170" />
            <source>Not in force before {day}</source>
            <translation>Aún no en vigor antes del {day}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/law.py" line="171" />
            <source>In force from {day}</source>
            <translation>En vigor desde el {day}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="21" />
            <source>the same sentence</source>
            <translation>la misma frase</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="21" />
            <source>the same paragraph</source>
            <translation>el mismo párrafo</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="39" />
            <source>“{text}” cannot stand before a parenthesis.</source>
            <translation>«{text}» no puede estar delante de un paréntesis.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="40" />
            <source>Write {text} with each value, as in ({text}one OR {text}another).</source>
            <translation>Escriba {text} con cada valor, como en ({text}uno OR {text}otro).</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="54" />
            <source>“{value}” is not a date.</source>
            <translation>«{value}» no es una fecha.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="55" />
            <source>Write a year, a month or a day, as in {value}:2015, {value}:“March 2015” or {value}:3/15/2015.</source>
            <translation>Escriba un año, un mes o un día, como en {value}:2015, {value}:“March 2015” o {value}:3/15/2015.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="68" />
            <source>“{value}” is not a kind of document.</source>
            <translation>«{value}» no es una clase de documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="69" />
            <source>Kinds are {known}.</source>
            <translation>Las clases son {known}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="73" />
            <source>“{value}:” has no value.</source>
            <translation>«{value}:» no tiene valor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="74" />
            <source>Write it right behind the colon, as in {value}:value.</source>
            <translation>Escríbalo justo después de los dos puntos, como en {value}:valor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="85" />
            <source>words like “{pattern}”</source>
            <translation>palabras como «{pattern}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="87" />
            <source>words that begin with “{stem}”</source>
            <translation>palabras que empiezan por «{stem}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="99" />
            <source>not {inside}</source>
            <translation>excepto aquellos {inside}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="100" />
            <source>without {inside}</source>
            <translation>sin {inside}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="111" />
            <source>filed before {day}</source>
            <translation>presentados antes del {day}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="111" />
            <source>filed after {day}</source>
            <translation>presentados después del {day}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="113" />
            <source>citing “{value}”</source>
            <translation>con la cita «{value}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="114" />
            <source>naming “{value}”</source>
            <translation>con mención de «{value}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="115" />
            <source>filed with a court named “{value}”</source>
            <translation>ante un tribunal llamado «{value}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="116" />
            <source>with the docket number “{value}”</source>
            <translation>con el n.º de expediente «{value}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="117" />
            <source>with a judge named “{value}”</source>
            <translation>con un juez de nombre «{value}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="118" />
            <source>of the kind “{value}”</source>
            <translation>de la clase «{value}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="119" />
            <source>in a folder named “{value}”</source>
            <translation>en una carpeta llamada “{value}”</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="120" />
            <source>under a heading with “{value}”</source>
            <translation>bajo un encabezado con «{value}»</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="125" />
            <source>{number} word</source>
            <translation>{number} palabra</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="125" />
            <source>{number} words</source>
            <translation>{number} palabras</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="128" />
            <source>{left} before {right}, within {width}</source>
            <translation>{left} antes de {right}, en {width}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="129" />
            <source>{left} and {right} within {width}</source>
            <translation>{left} y {right} en {width}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/fields.py" line="135" />
            <source>({inside})</source>
            <translation>({inside})</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="45" />
            <source>So all of it was searched for as plain words.</source>
            <translation>Por eso se buscó todo como palabras corrientes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="46" />
            <source>Write a word, words in quotation marks, or a group in parentheses on both sides of it.</source>
            <translation>Escriba a ambos lados una palabra, palabras entre comillas o un grupo entre paréntesis.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="78" />
            <source>A quotation mark has no partner and was not used.</source>
            <translation>Unas comillas no tienen pareja y no se usaron.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="86" />
            <source>“{text}” has no value right behind it and was read as a word.</source>
            <translation>«{text}» no tiene ningún valor justo detrás y se leyó como palabra.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="173" />
            <source>“{text}” stands alone and was not used.</source>
            <translation>«{text}» está solo y no se usó.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="178" />
            <source>“{text}”: too little of a word for “!” or “*”; it was read without.</source>
            <translation>«{text}»: muy poco de una palabra para «!» o «*»; se leyó sin el signo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="182" />
            <source>“{text}”: the sign before the word has no effect. NOT leaves a word out, and quotation marks require it.</source>
            <translation>«{text}»: el signo delante de la palabra no tiene efecto. NOT excluye una palabra, y las comillas la exigen.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="238" />
            <source>A parenthesis is not closed.</source>
            <translation>Un paréntesis no está cerrado.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="238" />
            <source>A parenthesis closes nothing.</source>
            <translation>Un paréntesis no cierra nada.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="239" />
            <source>Every parenthesis that is opened must be closed.</source>
            <translation>Todo paréntesis que se abre debe cerrarse.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="252" />
            <source>More than {nesting_limit} parentheses stand inside each other.</source>
            <translation>Hay más de {nesting_limit} paréntesis unos dentro de otros.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="256" />
            <source>Take out those that are not needed.</source>
            <translation>Quite los que no hagan falta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="259" />
            <source>There is no word between these parentheses.</source>
            <translation>No hay ninguna palabra entre estos paréntesis.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="265" />
            <source>This search joins or requires more than {operands_limit} words or quoted texts.</source>
            <translation>Esta búsqueda une o exige más de {operands_limit} palabras o textos entre comillas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="269" />
            <source>Leave operators and quotation marks only where they are needed.</source>
            <translation>Deje operadores y comillas solo donde hagan falta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="312" />
            <source>“{typed}” is no distance that can be searched.</source>
            <translation>«{typed}» no es una distancia que se pueda buscar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="313" />
            <source>Write a number from 1 to {farthest}.</source>
            <translation>Escriba un número de 1 a {farthest}.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="317" />
            <source>before</source>
            <translation>antes de</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="318" />
            <source>behind</source>
            <translation>detrás de</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="327" />
            <source>Nothing stands between “{text}” and “{text2}”.</source>
            <translation>No hay nada entre «{text}» y «{text2}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="330" />
            <source>Nothing stands {where} “{typed}”.</source>
            <translation>No hay nada {where} «{typed}».</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="345" />
            <source>This search has too many steps inside each other.</source>
            <translation>Esta búsqueda tiene demasiados pasos uno dentro de otro.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="346" />
            <source>Search for fewer things at once.</source>
            <translation>Busque menos cosas a la vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="417" />
            <source>AND and NOT cannot stand inside a distance.</source>
            <translation>AND y NOT no pueden estar dentro de una distancia.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="418" />
            <source>Write the distance once for each word, as in stop w/5 car AND frisk w/5 car.</source>
            <translation>Escriba la distancia una vez por cada palabra, como en stop w/5 car AND frisk w/5 car.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="422" />
            <source>“{value}:” cannot stand beside a distance.</source>
            <translation>«{value}:» no puede estar junto a una distancia.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="423" />
            <source>It says something of the whole passage: use AND to join it.</source>
            <translation>Dice algo del pasaje entero: use AND para unirlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="435" />
            <source>This says only what is to be left out.</source>
            <translation>Esto solo dice lo que se debe excluir.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/grammar.py" line="436" />
            <source>Write first what must be there, as in hearsay NOT “dying declaration”.</source>
            <translation>Escriba primero lo que debe estar, como en hearsay NOT “dying declaration”.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/lexing.py" line="375" />
            <source>{shown}: not read as an operator here.</source>
            <translation>{shown}: aquí no se lee como operador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/operators/lexing.py" line="441" />
            <source>“{text}” beside a number: not read as an operator here.</source>
            <translation>«{text}» junto a un número: aquí no se lee como operador.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/parsing.py" line="47" />
            <source>Quotation marks in a long text do not limit the search.</source>
            <translation>Las comillas en un texto largo no limitan la búsqueda.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/parsing.py" line="68" />
            <source>This text is longer than can be searched at once.</source>
            <translation>Este texto es más largo de lo que se puede buscar a la vez.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/parsing.py" line="69" />
            <source>Paste the paragraphs that matter most.</source>
            <translation>Pegue los párrafos que más importan.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/parsing.py" line="313" />
            <source>This search has only small words, such as “the” or “what”.</source>
            <translation>Esta búsqueda tiene solo palabras pequeñas, como «the» o «what».</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/parsing.py" line="314" />
            <source>Add a word that says what the passage is about, or put the words in quotation marks.</source>
            <translation>Añada una palabra que diga de qué trata el pasaje, o ponga las palabras entre comillas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/parsing.py" line="318" />
            <source>There is no word to search for.</source>
            <translation>No hay ninguna palabra que buscar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/parsing.py" line="319" />
            <source>Type what the passage should be about.</source>
            <translation>Escriba de qué debe tratar el pasaje.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="47" />
            <source>Does not have all that was asked for</source>
            <translation>No tiene todo lo que se pidió</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="216" />
            <source>The document has the docket number {dockets}</source>
            <translation>El documento tiene el número de expediente {dockets}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="218" />
            <source>Stands on page {pages}</source>
            <translation>Está en la página {pages}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="220" />
            <source>The text that was asked for by its number</source>
            <translation>El texto que se pidió por su número</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="222" />
            <source>Holds what was asked for: {parts}</source>
            <translation>Tiene lo que se pidió: {parts}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="228" />
            <source>{number} more passage has the same or nearly the same text</source>
            <translation>{number} pasaje más tiene el mismo texto o casi el mismo</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="228" />
            <source>{number} more passages have the same or nearly the same text</source>
            <translation>{number} pasajes más tienen el mismo texto o casi el mismo</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="236" />
            <source>Also in {number} other version of this document</source>
            <translation>También en {number} versión más de este documento</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="236" />
            <source>Also in {number} other versions of this document</source>
            <translation>También en {number} versiones más de este documento</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="243" />
            <source>No filing date is known, so it stands last</source>
            <translation>No se conoce la fecha de presentación, así que va al final</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="247" />
            <source>Somewhat similar in meaning</source>
            <translation>Algo parecido en significado</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="248" />
            <source>Among the best matches of the whole search</source>
            <translation>Entre las mejores coincidencias de toda la búsqueda</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="257" />
            <source>Read beside the search by a model of this computer</source>
            <translation>Leído junto a la búsqueda por un modelo de este equipo</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="261" />
            <source>Filed {day}</source>
            <translation>Presentado el {day}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="261" />
            <source>No filing date is known</source>
            <translation>No se conoce la fecha de presentación</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/presentation.py" line="264" />
            <source>Kind: {kind}</source>
            <translation>Clase: {kind}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/rewording.py" line="214" />
            <source>without any filter</source>
            <translation>sin ningún filtro</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/rewording.py" line="263" />
            <source>{shorter} in place of {number}</source>
            <translation>{shorter} en lugar de {number}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/rewording.py" line="270" />
            <source>without {named}</source>
            <translation>sin {named}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/rewording.py" line="279" />
            <source>without {text}</source>
            <translation>sin {text}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/rewording.py" line="281" />
            <source>also {left_out}</source>
            <translation>también {left_out}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/rewording.py" line="283" />
            <source>also with {left_out}</source>
            <translation>también con {left_out}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/rewording.py" line="286" />
            <source>as plain words</source>
            <translation>como palabras corrientes</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/searcher.py" line="161" />
            <source>This passage is no longer in the library.</source>
            <translation>Este pasaje ya no está en la biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="149" />
            <source>The file is larger than a list of words can be, and is not used.</source>
            <translation>El archivo es más grande de lo que puede ser una lista de palabras, y no se usa.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="154" />
            <source>The file could not be opened. Check that you may read it.</source>
            <translation>El archivo no se pudo abrir. Compruebe que usted puede leerlo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="160" />
            <source>Some letters could not be read. Save the file as text in UTF-8.</source>
            <translation>Algunas letras no se pudieron leer. Guarde el archivo como texto en UTF-8.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="333" />
            <source>Line {number}: {problem}</source>
            <translation>Línea {number}: {problem}</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="335" />
            <source>Only the first {lines_limit:,} lines are used.</source>
            <translation>Solo se usan las primeras {lines_limit:,} líneas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="337" />
            <source>{more:,} more lines cannot be used either.</source>
            <translation>Otras {more:,} líneas tampoco se pueden usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="344" />
            <source>it cannot be read. Write it as “car = automobile” or “cop &gt; police officer, patrolman”.</source>
            <translation>no se puede leer. Escríbala como «car = automobile» o «cop &gt; police officer, patrolman».</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="352" />
            <source>“{member}” has no letters. Numbers are always searched as typed.</source>
            <translation>«{member}» no tiene letras. Los números se buscan siempre como se escriben.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="354" />
            <source>“{member}” is too long. Use at most {member_words} words.</source>
            <translation>«{member}» es demasiado largo. Use {member_words} palabras como máximo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="360" />
            <source>“{member}” stands in nearly every document and cannot be used.</source>
            <translation>«{member}» está en casi todos los documentos y no se puede usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="362" />
            <source>it has more than {members_limit} words or phrases. Write several lines.</source>
            <translation>tiene más de {members_limit} palabras o frases. Escriba varias líneas.</translation>
        </message>
        <message>
            <location filename="../../briefbank/search/thesaurus.py" line="369" />
            <source>“{member}” stands in it twice.</source>
            <translation>«{member}» está dos veces.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/generations.py" line="45" />
            <source>A search index was built by another version of BriefBank or for another model.</source>
            <translation>Un índice de búsqueda lo creó otra versión de BriefBank o es de otro modelo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/lease.py" line="80" />
            <source>The office’s server is running on this library.</source>
            <translation>El servidor de la oficina está trabajando con esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/lease.py" line="80" />
            <source>Stop the server, and try again.</source>
            <translation>Detenga el servidor e inténtelo de nuevo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/lease.py" line="171" />
            <source>whose name is unknown</source>
            <translation>de nombre desconocido</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/lease.py" line="236" />
            <source>The library was opened on another computer, {value}, while this one did not answer.</source>
            <translation>La biblioteca se abrió en otro equipo, {value}, mientras este no respondía.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/lease.py" line="240" />
            <source>Close it there, then open it again here. Nothing that was added before is lost.</source>
            <translation>Ciérrela allí y vuelva a abrirla aquí. No se pierde nada de lo que se agregó antes.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/library_folder.py" line="202" />
            <source>This library holds folders in folders, deeper than any that BriefBank makes.</source>
            <translation>Esta biblioteca contiene carpetas dentro de carpetas, a más profundidad que cualquiera que cree BriefBank.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="35" />
            <source>Copying what is needed to read this library</source>
            <translation>Copiando lo necesario para leer esta biblioteca</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="69" />
            <source>There is not enough room on this computer to read this library.</source>
            <translation>No hay espacio suficiente en este equipo para leer esta biblioteca.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="70" />
            <source>What is searched in it is copied to your own folders while it is open: free some space there.</source>
            <translation>Lo que se busca en ella se copia a sus propias carpetas mientras está abierta: libere espacio allí.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="92" />
            <source>Another computer is changing this library just now.</source>
            <translation>Otro equipo está cambiando esta biblioteca en este momento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="225" />
            <source>This library can only be read here: its folder cannot be written to.</source>
            <translation>Aquí esta biblioteca solo se puede leer: no se puede escribir en su carpeta.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="226" />
            <source>To add to it, copy it to a folder of your own, or ask for the right to change it.</source>
            <translation>Para agregarle algo, cópiela a una carpeta suya o pida el derecho de cambiarla.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="232" />
            <source>This library is open on another computer, {value}, so it can only be read here.</source>
            <translation>Esta biblioteca está abierta en otro equipo, {value}, así que aquí solo se puede leer.</translation>
        </message>
        <message>
            <location filename="../../briefbank/storage/write_access.py" line="236" />
            <source>To add to it, close BriefBank there and open the library again here. A computer that was switched off gives it up after two minutes.</source>
            <translation>Para agregarle algo, cierre BriefBank allí y vuelva a abrir aquí la biblioteca. Un equipo que se apagó la deja libre a los dos minutos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/cache.py" line="33" />
            <source>More than a third of what the local model wrote could not be confirmed by the brief, so none of it is shown. The brief’s own sentences are above.</source>
            <translation>Más de un tercio de lo que escribió el modelo local no pudo confirmarse en el escrito, así que no se muestra nada. Las frases del propio escrito están arriba.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/cache.py" line="37" />
            <source>The local model did not answer in the form that it was asked for, so nothing of it is shown. The brief’s own sentences are above. A larger model may do better.</source>
            <translation>El modelo local no respondió en la forma que se le pidió, así que no se muestra nada. Las frases del propio escrito están arriba. Un modelo más grande puede hacerlo mejor.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/extractive.py" line="40" />
            <source>Written by a program. It may be incomplete or wrong. Do not rely on it: read the brief.</source>
            <translation>Escrito por un programa. Puede ser incompleto o erróneo. No se apoye en él: lea el escrito.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/extractive.py" line="43" />
            <source>No questions presented and no point headings were found, so only the facts are shown.</source>
            <translation>No se encontraron cuestiones planteadas ni encabezados de argumentos, así que solo se muestran los hechos.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/extractive.py" line="44" />
            <source>No statement of facts was found, so only the issue is shown.</source>
            <translation>No se encontró una exposición de hechos, así que solo se muestra la cuestión.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/extractive.py" line="45" />
            <source>Neither issues nor facts were found, so these are the first sentences of the document.</source>
            <translation>No se encontraron ni cuestiones ni hechos, así que estas son las primeras frases del documento.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/extractive.py" line="391" />
            <source>No sentence for a summary could be found in this document.</source>
            <translation>No se encontró en este documento ninguna frase para un resumen.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/local_model_manager.py" line="75" />
            <source>Trying the model</source>
            <translation>Probando el modelo</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/local_model_manager.py" line="78" />
            <source>Loading the model</source>
            <translation>Cargando el modelo</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/local_model_manager.py" line="94" />
            <source>No local model is chosen. Settings has a page on which models suit which computer.</source>
            <translation>No se ha elegido ningún modelo local. Configuración tiene una página sobre qué modelos convienen a cada equipo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/local_model_manager.py" line="101" />
            <source>The local model’s file is not where it was. Choose it again in Settings.</source>
            <translation>El archivo del modelo local no está donde estaba. Elíjalo de nuevo en Configuración.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/summaries.py" line="114" />
            <source>No local model is ready.</source>
            <translation>No hay ningún modelo local listo.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/summaries.py" line="114" />
            <source>Choose one in Settings.</source>
            <translation>Elija uno en Configuración.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/summaries.py" line="185" />
            <source>A check could not be carried out, so nothing that the local model wrote is shown. The brief’s own sentences are above.</source>
            <translation>No se pudo hacer una comprobación, así que no se muestra nada de lo que escribió el modelo local. Las frases del propio escrito están arriba.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/summaries.py" line="189" />
            <source>The local model did not finish in time, so nothing of it is shown. The brief’s own sentences are above. Try again when the computer has less to do, or choose a smaller model.</source>
            <translation>El modelo local no terminó a tiempo, así que no se muestra nada. Las frases del propio escrito están arriba. Intente de nuevo cuando el equipo tenga menos trabajo, o elija un modelo más pequeño.</translation>
        </message>
        <message>
            <location filename="../../briefbank/summary/summaries.py" line="278" />
            <source>Checking</source>
            <translation>Comprobando</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="21" />
            <source>January</source>
            <translation>enero</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="21" />
            <source>February</source>
            <translation>febrero</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="21" />
            <source>March</source>
            <translation>marzo</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="21" />
            <source>April</source>
            <translation>abril</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="21" />
            <source>May</source>
            <translation>mayo</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="22" />
            <source>June</source>
            <translation>junio</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="22" />
            <source>July</source>
            <translation>julio</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="22" />
            <source>August</source>
            <translation>agosto</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="22" />
            <source>September</source>
            <translation>septiembre</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="22" />
            <source>October</source>
            <translation>octubre</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="23" />
            <source>November</source>
            <translation>noviembre</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="23" />
            <source>December</source>
            <translation>diciembre</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/dates.py" line="172" />
            <source>{month} {day}, {year}</source>
            <translation>{day} de {month} de {year}</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/messages.py" line="69" />
            <source>{left} or {right}</source>
            <translation>{left} o {right}</translation>
        </message>
        <message>
            <location filename="../../briefbank/text/messages.py" line="70" />
            <source>{left} and {right}</source>
            <translation>{left} y {right}</translation>
        </message>
        <message>
            <location filename="../../briefbank/userdata/history.py" line="75" />
            <source>What is remembered on this computer could not be used.</source>
            <translation>Lo que se recuerda en este equipo no se pudo usar.</translation>
        </message>
        <message>
            <location filename="../../briefbank/userdata/history.py" line="76" />
            <source>Another window may be using it, the disk with your data folder may be full or closed to you, or a newer version of BriefBank kept it. Searches work all the same.</source>
            <translation>Puede que otra ventana lo esté usando, que el disco con su carpeta de datos esté lleno o no le deje escribir, o que lo haya guardado una versión más nueva de BriefBank. Las búsquedas funcionan igualmente.</translation>
        </message>
        <message>
            <location filename="../../briefbank/userdata/history.py" line="434" />
            <source>This saved search is not there any more.</source>
            <translation>Esta búsqueda guardada ya no existe.</translation>
        </message>
        <message>
            <location filename="../../briefbank/userdata/history.py" line="435" />
            <location filename="../../briefbank/userdata/userdata.py" line="163" />
            <source>It was removed in another window.</source>
            <translation>Se quitó en otra ventana.</translation>
        </message>
        <message>
            <location filename="../../briefbank/userdata/userdata.py" line="162" />
            <source>This passage is not in the collection any more.</source>
            <translation>Este pasaje ya no está en la colección.</translation>
        </message>
        <message>
            <location filename="../../briefbank/userdata/userdata.py" line="195" />
            <source>This collection is not there any more.</source>
            <translation>Esta colección ya no existe.</translation>
        </message>
        <message>
            <location filename="../../briefbank/userdata/userdata.py" line="196" />
            <source>It was deleted in another window.</source>
            <translation>Se eliminó en otra ventana.</translation>
        </message>
    </context>
</TS>
