@NullMarked
package dev.trestle.server.installation;

import org.jspecify.annotations.NullMarked;
