package dev.trestle.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A component that stands in keys alone, and in no attribute of its own. It is read back out of the key, so its part of the key has to
 * be told from its neighbours. Where it does not stand in the primary key it is read from an index's, and may be null.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT})
public @interface KeyOnly {}
