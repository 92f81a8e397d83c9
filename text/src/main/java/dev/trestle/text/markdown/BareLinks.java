package dev.trestle.text.markdown;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.PostProcessor;

/**
 * Addresses that stand in a text as they are, {@code http} and {@code https} only, become links. As on GitHub, a full stop or a bracket
 * behind an address is not part of it, unless the bracket is opened within.
 */
final class BareLinks extends AbstractVisitor implements PostProcessor {
    private static final int ADDRESS_MAX = 2000;

    /** Each character is looked at once: what follows the host is one class, without anything to go back to. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?<![\\p{L}\\p{N}])https?://[\\p{L}\\p{N}][^\\s<>\"`]{0," + ADDRESS_MAX + "}", Pattern.CASE_INSENSITIVE);

    private static final String NOT_LAST = "?!.,:;*_~'";

    private final RenderBudget budget;

    BareLinks(RenderBudget budget) {
        this.budget = budget;
    }

    @Override
    public Node process(Node node) {
        node.accept(this);
        return node;
    }

    /** A link in a link would be none. */
    @Override
    public void visit(Link link) {}

    @Override
    public void visit(Text text) {
        String literal = text.getLiteral();
        budget.spend(literal.length());
        if (literal.indexOf("://") < 0) {
            return;
        }
        Matcher found = ADDRESS.matcher(literal);
        int at = 0;
        while (found.find()) {
            String address = trimmed(found.group());
            add(text, literal.substring(at, found.start()));
            Link link = new Link(address, null);
            link.appendChild(new Text(address));
            text.insertBefore(link);
            at = found.start() + address.length();
        }
        if (at > 0) {
            add(text, literal.substring(at));
            text.unlink();
        }
    }

    private static void add(Text before, String literal) {
        if (!literal.isEmpty()) {
            before.insertBefore(new Text(literal));
        }
    }

    private static String trimmed(String address) {
        int open = (int) address.chars().filter(c -> c == '(').count();
        int closed = (int) address.chars().filter(c -> c == ')').count();
        int end = address.length();
        while (true) {
            char last = address.charAt(end - 1);
            if (last == ')' && closed > open) {
                closed--;
            } else if (NOT_LAST.indexOf(last) < 0) {
                return address.substring(0, end);
            }
            end--;
        }
    }
}
