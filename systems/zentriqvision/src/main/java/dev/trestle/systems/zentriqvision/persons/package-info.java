/** Persons as people work with them: merged, split, restored, compared with others, erased. */
@NullMarked
package dev.trestle.systems.zentriqvision.persons;

import org.jspecify.annotations.NullMarked;
