package dev.trestle.model.annotation;

import dev.trestle.model.time.TimeFormat;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How an instant stands in its attribute, where that is not the table's usual way.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT})
public @interface Time {
    TimeFormat value();
}
