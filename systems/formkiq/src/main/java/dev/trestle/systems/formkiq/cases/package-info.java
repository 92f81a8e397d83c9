/** Cases with their tasks, what is not in good order, and the documents of all of them. */
@NullMarked
package dev.trestle.systems.formkiq.cases;

import org.jspecify.annotations.NullMarked;
