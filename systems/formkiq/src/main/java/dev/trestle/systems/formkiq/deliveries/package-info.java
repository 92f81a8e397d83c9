/** Actions that tell others of a document: other servers, event buses, people. */
@NullMarked
package dev.trestle.systems.formkiq.deliveries;

import org.jspecify.annotations.NullMarked;
