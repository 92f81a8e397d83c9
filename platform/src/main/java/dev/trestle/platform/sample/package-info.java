/** What systems make their sample worlds with. */
@NullMarked
package dev.trestle.platform.sample;

import org.jspecify.annotations.NullMarked;
