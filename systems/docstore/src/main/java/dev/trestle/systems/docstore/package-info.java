/** The Document Store: versioned markdown documents of many tenants. */
@NullMarked
package dev.trestle.systems.docstore;

import org.jspecify.annotations.NullMarked;
