package dev.trestle.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Tag;

/** A suite that measures: it runs when no other suite of this module does. The rest runs in several processes at a time. */
@Tag("alone")
@java.lang.annotation.Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Alone {}
