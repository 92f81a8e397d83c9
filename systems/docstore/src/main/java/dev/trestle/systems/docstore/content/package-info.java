/** Contents: checked on their way in, kept in the object store, rendered on their way out. */
@NullMarked
package dev.trestle.systems.docstore.content;

import org.jspecify.annotations.NullMarked;
