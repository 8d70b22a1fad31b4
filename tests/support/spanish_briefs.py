"""Spanish briefs written for the tests: what an office that also works in Spanish has on its disk."""

from __future__ import annotations

CONFESSION = """\
LA CONFESIÓN DEL ACUSADO FUE INVOLUNTARIA

El tribunal de primera instancia cometió un error al admitir la confesión del señor Núñez. Según consta \
en el acta, los agentes lo interrogaron durante once horas en una sala sin ventanas, sin que pudiera \
llamar a un abogado ni a su familia. ¿Puede llamarse voluntaria una declaración obtenida así? La \
respuesta es que no. La jurisprudencia exige que el Estado pruebe, más allá de toda duda razonable, que \
el detenido renunció a sus derechos de manera consciente, inteligente y voluntaria. State v. Nyhammer, \
197 N.J. 383 (2009).

El detective le advirtió al acusado en inglés, aunque sabía que este solo hablaba español. Ningún \
intérprete estuvo presente hasta la mañana siguiente, cuando el señor Núñez ya había firmado las dos \
hojas. Véase el art. 5, núm. 3, de la orden. Una renuncia que no se entiende no es una renuncia.
"""

SEARCH = """\
EL REGISTRO DEL VEHÍCULO SE HIZO SIN ORDEN JUDICIAL

Los policías detuvieron el automóvil de la señora Ibáñez porque una luz trasera no funcionaba. Después de \
entregarle la multa le ordenaron que bajara, y registraron el maletero sin su consentimiento y sin una \
orden del juez. Ninguna de las excepciones a la exigencia de orden judicial es aplicable: no hubo \
urgencia, no había indicios a simple vista, y el niño que dormía en el asiento de atrás no representaba \
peligro para nadie.

Los registros sin orden se presumen ilegales, y es el Estado quien tiene la carga de demostrar lo \
contrario. Por lo tanto, las pruebas que se hallaron en el maletero deben excluirse, así como todo lo que \
se obtuvo después a causa de ellas. La Sra. Ibáñez pide que se revoque la sentencia.
"""

COUNSEL = """\
LA DEFENSA FUE INEFICAZ

El abogado de oficio no entrevistó a ninguno de los testigos que la familia le había señalado, y no pidió \
el peritaje que habría demostrado la inocencia de su cliente. No se trata de una estrategia: el propio \
abogado reconoció en la audiencia que no había leído el expediente. La asistencia ineficaz de un abogado \
perjudica al acusado cuando existe una probabilidad razonable de que, sin los errores, el resultado \
hubiera sido otro.

La apelación también sostiene que las apelaciones anteriores no trataron este punto, de modo que nada \
impide que el tribunal lo examine ahora.
"""

ENGLISH = """\
THE CONFESSION WAS INVOLUNTARY

The trial court erred when it admitted the confession of Mr. Doe. The officers questioned him for eleven \
hours in a room without windows, and would not let him call a lawyer or his family. The State must prove \
beyond a reasonable doubt that a waiver was knowing, intelligent and voluntary. State v. Nyhammer, 197 \
N.J. 383 (2009).

The search of the vehicle was made without a warrant and without consent. None of the exceptions applies. \
The evidence that was found in the trunk must be suppressed, and so must everything that was learned \
through it.
"""
