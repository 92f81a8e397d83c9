/** Settings as records: their keys in the configuration, their documentation, and how values become records. */
@NullMarked
package dev.trestle.platform.settings;

import org.jspecify.annotations.NullMarked;
