/** What a model says to people and to other tools: Markdown, diagrams, CloudFormation. */
@NullMarked
package dev.trestle.model.docs;

import org.jspecify.annotations.NullMarked;
