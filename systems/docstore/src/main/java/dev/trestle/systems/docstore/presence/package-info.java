/** Who has a document open. */
@NullMarked
package dev.trestle.systems.docstore.presence;

import org.jspecify.annotations.NullMarked;
