/** Documents that somebody checked out, or holds for legal reasons. */
@NullMarked
package dev.trestle.systems.formkiq.locks;

import org.jspecify.annotations.NullMarked;
