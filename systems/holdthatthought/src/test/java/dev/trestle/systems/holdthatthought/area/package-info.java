@org.jspecify.annotations.NullMarked
package dev.trestle.systems.holdthatthought.area;
