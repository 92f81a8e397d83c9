/** Documents that show other documents in another form: pictures of other sizes, and PDF files. */
@NullMarked
package dev.trestle.systems.formkiq.renditions;

import org.jspecify.annotations.NullMarked;
