/** People: who calls, who may do what, profiles, approval. */
@NullMarked
package dev.trestle.systems.holdthatthought.people;

import org.jspecify.annotations.NullMarked;
