package dev.trestle.systems.zentriqvision.figures;

import dev.trestle.systems.zentriqvision.analysis.Boxes.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * Where in the picture people are: how many boxes, of four a second, stand in each of 32 × 18 cells. A box stands where its feet are, at the
 * middle of its lower edge.
 *
 * @param counts rows from the top, of cells from the left
 * @param most the greatest of them
 * @param boxes how many were counted
 * @param isCut whether there were more than are counted
 */
public record HeatMap(
        String videoId, int columns, int rows, List<List<Integer>> counts, int most, int boxes, boolean isCut) {
    static final int COLUMNS = 32;
    static final int ROWS = 18;

    /** Of boxes in parts of the picture. */
    public static HeatMap of(String videoId, List<Box> boxes, boolean isCut) {
        int[][] cells = new int[ROWS][COLUMNS];
        int most = 0;
        for (Box each : boxes) {
            int column = cell(each.x() + each.w() / 2, COLUMNS);
            int row = cell(each.y() + each.h(), ROWS);
            most = Math.max(most, ++cells[row][column]);
        }
        List<List<Integer>> counts = new ArrayList<>();
        for (int[] row : cells) {
            List<Integer> line = new ArrayList<>();
            for (int each : row) {
                line.add(each);
            }
            counts.add(line);
        }
        return new HeatMap(videoId, COLUMNS, ROWS, counts, most, boxes.size(), isCut);
    }

    /** Other programs may say boxes that reach out of the picture. */
    private static int cell(double part, int cells) {
        return (int) Math.max(0, Math.min(cells - 1, Math.floor(part * cells)));
    }
}
