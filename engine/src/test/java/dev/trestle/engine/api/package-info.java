@NullMarked
package dev.trestle.engine.api;

import org.jspecify.annotations.NullMarked;
