package dev.trestle.server.metrics;

import java.math.BigDecimal;

/**
 * What AWS charges, in US dollars for a million request units of on-demand capacity. What holds unless {@code trestle.conf} says
 * otherwise is what AWS lists for tables of the standard class in us-east-1 since November 2024; storage, streams and backups are not
 * in it.
 *
 * @param region that the prices are of
 */
public record Prices(BigDecimal readMillion, BigDecimal writeMillion, String region) {
    private static final double MILLION = 1e6;

    /** In US dollars. */
    public double of(Amounts amounts) {
        return (amounts.readUnits() * readMillion.doubleValue() + amounts.writeUnits() * writeMillion.doubleValue())
                / MILLION;
    }
}
