/**
 * FormKiQ's data: three documented tables and the support table beside them. The largest of them is declared in
 * several classes, one per chapter of its design document; each holds the chapter's records, their keys, and the
 * questions that the keys answer.
 */
@NullMarked
package dev.trestle.systems.formkiq.model;

import org.jspecify.annotations.NullMarked;
