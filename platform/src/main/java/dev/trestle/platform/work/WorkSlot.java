package dev.trestle.platform.work;

/**
 * One of the few places of a group's open work. It is free when its work has ended: nothing has to release it.
 *
 * @param group a kind, and the group of the work
 * @param workId which has it, or had it last
 */
public record WorkSlot(String group, int number, String workId) {}
