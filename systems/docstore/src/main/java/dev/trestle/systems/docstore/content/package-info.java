/** What contents are, and under which keys their objects lie. */
@NullMarked
package dev.trestle.systems.docstore.content;

import org.jspecify.annotations.NullMarked;
