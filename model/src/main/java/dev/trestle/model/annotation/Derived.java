package dev.trestle.model.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a record that templates may name like an attribute. It is a function of the attributes named here and of nothing else, so that an update of one of them is known to change the keys.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface Derived {
    String[] value();
}
