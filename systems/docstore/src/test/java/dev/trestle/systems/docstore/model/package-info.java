/** The Document Store's data against its design document. */
@NullMarked
package dev.trestle.systems.docstore.model;

import org.jspecify.annotations.NullMarked;
