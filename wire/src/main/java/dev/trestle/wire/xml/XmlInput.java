package dev.trestle.wire.xml;

import dev.trestle.wire.error.S3Refusal;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads documents that clients send. A document type is refused, and with it all entities but XML's own five, so that nothing is fetched
 * and nothing multiplies; so is what is deeper or has more elements than any document of S3's.
 */
public final class XmlInput {
    private static final int DEPTH_MAX = 16;
    /** The most that a document of S3's needs: 10,000 parts with number, tag and checksum. */
    private static final int ELEMENTS_MAX = 60_000;

    private static final XMLInputFactory FACTORY = factory();

    private final XMLStreamReader reader;
    private int elements;

    private XmlInput(XMLStreamReader reader) {
        this.reader = reader;
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing is fetched");
        });
        return factory;
    }

    /** {@code root} is the name that the outermost element must have. */
    public static XmlElement parse(byte[] document, String root) {
        try {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(document));
            XmlElement element = new XmlInput(reader).document();
            if (!element.name().equals(root)) {
                throw S3Refusal.malformedXml();
            }
            return element;
        } catch (XMLStreamException e) {
            throw S3Refusal.malformedXml();
        }
    }

    private XmlElement document() throws XMLStreamException {
        while (reader.next() != XMLStreamConstants.START_ELEMENT) {
            refuse(reader.getEventType() == XMLStreamConstants.DTD);
        }
        XmlElement root = element(1);
        while (reader.hasNext()) {
            reader.next();
        }
        return root;
    }

    /** Called at an element's start, returns at its end. */
    private XmlElement element(int depth) throws XMLStreamException {
        elements++;
        refuse(depth > DEPTH_MAX || elements > ELEMENTS_MAX);
        String name = reader.getLocalName();
        StringBuilder text = new StringBuilder();
        List<XmlElement> children = new ArrayList<>(0);
        for (int event = reader.next(); event != XMLStreamConstants.END_ELEMENT; event = reader.next()) {
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> children.add(element(depth + 1));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(reader.getText());
                case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> {}
                default -> refuse(true);
            }
        }
        return new XmlElement(name, text.toString(), children);
    }

    private static void refuse(boolean wrong) {
        if (wrong) {
            throw S3Refusal.malformedXml();
        }
    }
}
