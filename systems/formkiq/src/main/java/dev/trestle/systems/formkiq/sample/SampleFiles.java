package dev.trestle.systems.formkiq.sample;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The files of the sample world. */
final class SampleFiles {
    private static final String PDF = "application/pdf";
    private static final String JPEG = "image/jpeg";
    private static final String MARKDOWN = "text/markdown";
    private static final String CSV = "text/csv";
    private static final String[] BUILDINGS = {"Mill Lane 4", "Harbour Street 12", "Linden Court 7"};

    private SampleFiles() {}

    /** A file and what is known about it, as the API takes it. */
    record File(
            String path,
            String type,
            byte[] content,
            List<Map<String, Object>> attributes,
            List<Map<String, Object>> tags) {}

    private static File file(String path, String type, byte[] content) {
        return new File(path, type, content, List.of(), List.of());
    }

    private static File text(String path, String type, String content) {
        return file(path, type, content.getBytes(StandardCharsets.UTF_8));
    }

    private static File with(File file, List<Map<String, Object>> attributes, String... tags) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < tags.length; i += 2) {
            all.add(Map.of("key", tags[i], "value", tags[i + 1]));
        }
        return new File(file.path(), file.type(), file.content(), attributes, all);
    }

    private static Map<String, Object> value(String key, String value) {
        return Map.of("key", key, "stringValue", value);
    }

    static List<File> house() {
        List<File> files = new ArrayList<>();
        files.add(text("Welcome.md", MARKDOWN, """
                # Welcome

                This site holds what the house needs every day.

                - **Handbook**: how we do things
                - **Minutes**: what was decided
                - **Pictures**: how it looked
                - **Meters**: what was read

                | who | reach |
                | --- | --- |
                | Edda | files and edits |
                | Greta | governs |
                """));
        files.add(text("Handbook/How we check an invoice.md", MARKDOWN, """
                # How we check an invoice

                1. Compare with the order and the delivery slip.
                2. Enter `Supplier`, `Amount` and `Due`.
                3. Above 10,000 a second person looks.

                > An invoice without a cost centre is not paid.
                """));
        files.add(text(
                "Handbook/Keys and locks.md",
                MARKDOWN,
                "# Keys and locks\n\nEvery key has a number. Nobody lends one on.\n"));
        files.add(text(
                "Handbook/Heating.md",
                MARKDOWN,
                "# Heating\n\nFrom October to April, 20 degrees by day and 17 by night.\n"));
        files.add(text("Handbook/Fire drill.md", MARKDOWN, "# Fire drill\n\nMeet at the linden. Count. Wait.\n"));
        files.add(
                text(
                        "Handbook/settings.json",
                        "application/json",
                        "{\n  \"heating\": {\"from\": \"10-01\", \"to\": \"04-30\", \"day\": 20, \"night\": 17},\n  \"drills\": 2\n}\n"));
        String[] months = {"January", "February", "March", "April", "May", "June", "July", "August"};
        for (int i = 0; i < months.length; i++) {
            files.add(with(
                    file("Minutes/2025/" + months[i] + ".pdf", PDF, minutes(months[i], i)),
                    List.of(value("Building", BUILDINGS[i % 3])),
                    "year",
                    "2025"));
        }
        for (int i = 0; i < 5; i++) {
            String name = List.of("Roof before", "Roof after", "Courtyard", "View from the tower", "New door")
                    .get(i);
            files.add(with(
                    file("Pictures/" + name + ".jpg", JPEG, SampleScan.landscape(41 + i)),
                    List.of(value("Building", BUILDINGS[i % 3])),
                    "season",
                    i < 2 ? "autumn" : "spring"));
        }
        files.add(text("Pictures/Floor plan.svg", "image/svg+xml", floorPlan()));
        for (int i = 0; i < 4; i++) {
            files.add(text("Meters/" + BUILDINGS[i % 3] + ", quarter " + (i + 1) + ".csv", CSV, meters(i)));
        }
        return files;
    }

    private static byte[] minutes(String month, int i) {
        return new SamplePdf()
                .letterhead("Linden Housing", "Minutes of the board", 0.25, 0.4, 0.1)
                .heading("Minutes, " + month + " 2025")
                .line("Present: Edda, Arne, Greta. Excused: " + (i % 2 == 0 ? "Ruth." : "Adam."))
                .gap()
                .line("1. The minutes of the month before are approved.")
                .line("2. " + BUILDINGS[i % 3] + ": the stairwell is painted from the 14th on.")
                .line("3. Heating: the board takes the offer of " + (4 + i) + "," + (100 + 37 * i) + ".")
                .line("4. Next meeting on the first Monday.")
                .page()
                .heading("Open items")
                .line("- Keys of the cellar: Arne counts them.")
                .line("- The linden has to be cut.")
                .bytes();
    }

    private static String floorPlan() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 260\"><rect width=\"400\" height=\"260\" fill=\"#f7f5ee\"/>"
                + "<path d=\"M30 30h340v200H30zM30 140h150v90M180 30v70M250 140h120M250 140v50\" fill=\"none\" stroke=\"#34404a\""
                + " stroke-width=\"6\"/><circle cx=\"90\" cy=\"86\" r=\"16\" fill=\"#aed184\"/><rect x=\"280\" y=\"56\" width=\"60\""
                + " height=\"40\" fill=\"#79c3ee\"/></svg>";
    }

    private static String meters(int quarter) {
        StringBuilder text = new StringBuilder("date,meter,water m3,power kWh\n");
        for (int day = 1; day <= 24; day++) {
            text.append(String.format(
                    Locale.ROOT,
                    "2025-%02d-%02d,%d,%.1f,%d%n",
                    quarter * 3 + 1 + day / 10,
                    1 + day % 28,
                    4000 + day,
                    12.5 + day * 0.7,
                    180 + day * 11));
        }
        return text.toString().replace("\r", "");
    }

    static List<File> finance() {
        List<File> files = new ArrayList<>();
        String[] works = {
            "roof works",
            "scaffolding",
            "drainage survey",
            "glazing",
            "insulation",
            "fire doors",
            "paint",
            "gutters",
            "lamps",
            "carpentry",
            "soil report",
            "locks",
            "crane hire",
            "fencing",
            "cleaning"
        };
        int[] numbers = {1187, 1186, 1185, 1179, 1170, 1168, 1166, 1161, 1160, 1159, 1155, 1154, 1152, 1150, 1157};
        for (int i = works.length - 1; i >= 0; i--) {
            files.add(invoice(numbers[i], works[i], i));
        }
        files.add(file(
                "Invoices/2025/Invoice 2025-1187 roof works, copy.pdf",
                PDF,
                new SamplePdf().heading("Copy").bytes()));
        files.add(file(
                "Invoices/2025/Draft, do not pay.pdf",
                PDF,
                new SamplePdf().heading("Draft").bytes()));
        for (int i = 0; i < 4; i++) {
            files.add(with(
                    file(
                            "Invoices/2024/Invoice 2024-0" + (911 + i) + ".pdf",
                            PDF,
                            bill("2024-0" + (911 + i), "repairs", 4100.5 + i * 913)),
                    List.of(value("Supplier", SUPPLIERS[i]), Map.of("key", "Paid", "booleanValue", true)),
                    "year",
                    "2024"));
        }
        for (int i = 0; i < 4; i++) {
            files.add(with(
                    file("Delivery slips/Slip " + (4471 + i) + ".jpg", JPEG, slip(i)),
                    List.of(value("Building", BUILDINGS[i % 3])),
                    "state",
                    i == 3 ? "to check" : "checked"));
        }
        files.add(contract("Maintenance/Roof framework 2024", SUPPLIERS[0]));
        files.add(contract("Cleaning/Stairwells 2025", SUPPLIERS[3]));
        files.add(contract("Energy/Electricity 2025", "Norddal Power"));
        files.add(contract("Energy/District heating 2023", "Norddal Power"));
        files.add(contract("Leases/Harbour Street 12, shop", "Pine and Daughters"));
        files.add(file(
                "Budgets/Budget 2025.xlsx",
                SampleOffice.XLSX,
                SampleOffice.sheet(List.of(
                        List.of("item", "planned", "spent"),
                        List.of("Roof", "60000", "41200"),
                        List.of("Doors", "9000", "8710")))));
        files.add(file(
                "Budgets/Payment run, week 46.xlsx",
                SampleOffice.XLSX,
                SampleOffice.sheet(List.of(
                        List.of("supplier", "amount"),
                        List.of(SUPPLIERS[0], "18420.00"),
                        List.of(SUPPLIERS[1], "7310.50")))));
        files.add(text(
                "Budgets/Open items, October.csv",
                CSV,
                "supplier,invoice,amount\nBrook Roofing,2025-1187,18420.00\nTall Scaffolds,2025-1186,7310.50\n"));
        files.add(file(
                "Letters/Dispute, heating meter.docx",
                SampleOffice.DOCX,
                SampleOffice.text(List.of(
                        "To Norddal Power",
                        "The meter of Mill Lane 4 was read twice in March.",
                        "We pay the first reading."))));
        files.add(text(
                "Letters/Reminder.txt",
                "text/plain",
                "Dear tenant,\n\nthe rent of October has not arrived yet.\n\nLinden Housing\n"));
        files.add(with(
                file(
                        "Salaries/October.pdf",
                        PDF,
                        new SamplePdf()
                                .heading("Salaries, October")
                                .line("For the board alone.")
                                .bytes()),
                List.of(Map.of("key", "Confidential"))));
        return files;
    }

    private static final String[] SUPPLIERS = {
        "Brook Roofing", "Tall Scaffolds", "Clearwater Survey", "Bright Stairs", "Oak and Iron"
    };

    private static File invoice(int number, String what, int i) {
        double amount = 18420 - i * 1133.75;
        List<Map<String, Object>> attributes = new ArrayList<>();
        attributes.add(value("Supplier", SUPPLIERS[i % 5]));
        attributes.add(Map.of("key", "Amount", "numberValue", amount));
        attributes.add(value("Due", "2025-11-" + String.format(Locale.ROOT, "%02d", 5 + i)));
        attributes.add(Map.of("key", "Paid", "booleanValue", i > 6));
        attributes.add(
                Map.of("key", "Cost centre", "stringValues", i % 2 == 0 ? List.of("4100", "4130") : List.of("4100")));
        return with(
                file(
                        "Invoices/2025/Invoice 2025-" + number + " " + what + ".pdf",
                        PDF,
                        bill("2025-" + number, what, amount)),
                attributes,
                "year",
                "2025",
                "state",
                i > 6 ? "paid" : i > 2 ? "checked" : "to check");
    }

    private static byte[] bill(String number, String what, double amount) {
        return new SamplePdf()
                .letterhead("Invoice", "Linden Housing, Mill Lane 4", 0.2, 0.4, 0.1)
                .heading("Invoice " + number)
                .line("For " + what + ", as ordered.")
                .gap()
                .pair("Labour", money(amount * 0.6))
                .pair("Material", money(amount * 0.3))
                .pair("Transport", money(amount * 0.1))
                .pair("Total", money(amount))
                .gap()
                .line("Please pay within 14 days.")
                .bytes();
    }

    private static String money(double amount) {
        return String.format(Locale.ROOT, "%,.2f", amount);
    }

    private static byte[] slip(int i) {
        return SampleScan.slip(
                List.of(
                        "DELIVERY SLIP " + (4471 + i),
                        "",
                        SUPPLIERS[i],
                        "TO: " + BUILDINGS[i % 3],
                        "",
                        "PALLETS: " + (4 + i),
                        "TILES, RED: " + (480 + 60 * i),
                        "BATTENS 4M: " + (90 + 5 * i),
                        "NAILS, BOX: 12",
                        "",
                        "DATE 2025-10-" + (11 + i)),
                7L + i);
    }

    private static File contract(String name, String other) {
        String title = name.substring(name.indexOf('/') + 1);
        byte[] content = new SamplePdf()
                .letterhead("Linden Housing", "Contract", 0.1, 0.3, 0.5)
                .heading(title)
                .line("Between Linden Housing and " + other + ".")
                .gap()
                .line("1. The work is done as agreed, on working days.")
                .line("2. Prices hold for twelve months.")
                .line("3. Either side may end it with three months' notice.")
                .page()
                .heading("Annex")
                .line("Prices per hour and per square metre.")
                .pair("Hour", "64.00")
                .pair("Square metre", "112.50")
                .bytes();
        return with(
                file("Contracts/" + name + ".pdf", PDF, content),
                List.of(value("Supplier", other)),
                "kind",
                "contract");
    }
}
