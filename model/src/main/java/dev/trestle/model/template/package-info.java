/** Key templates, and the codec that each compiles to. */
@NullMarked
package dev.trestle.model.template;

import org.jspecify.annotations.NullMarked;
