package dev.trestle.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** MB of JSON, and of gzipped files, a second; and of JSON a second of one core, which a busy machine changes less. */
final class TransferRates {
    static final double MB = 1e6;

    final List<Double> json = new ArrayList<>();
    final List<Double> files = new ArrayList<>();
    final List<Double> jsonPerCpu = new ArrayList<>();
    private long start;
    private long cpuStart;

    void start() {
        start = System.nanoTime();
        cpuStart = cpuNanos();
    }

    void end(long jsonBytes, long fileBytes) {
        double seconds = (System.nanoTime() - start) / 1e9;
        json.add(jsonBytes / MB / seconds);
        files.add(fileBytes / MB / seconds);
        jsonPerCpu.add(jsonBytes / MB / ((cpuNanos() - cpuStart) / 1e9));
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
