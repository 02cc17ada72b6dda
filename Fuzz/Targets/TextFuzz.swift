internal import TerminalKit

/// Text from providers and other people on its way to the terminal: it steers nothing.
enum TextFuzz {
    private static let size = Size(width: 40, height: 3)

    static func show(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        for charset in [Charset.unicode, .ascii] {
            let capabilities = Capabilities(charset: charset)
            var buffer = Buffer(size: size, charset: charset)
            buffer.draw(text, at: Point(x: 0, y: 0))
            buffer.draw(Line(text), in: Rect(x: 3, y: 1, width: 20, height: 1), alignment: .right)
            var renderer = Renderer(capabilities: capabilities)
            checkFrame(renderer.frame(buffer))
            precondition(renderer.frame(buffer).isEmpty, "a frame that is shown is drawn again")
        }
        for notice in [DesktopNotification.osc9, .osc777, .osc99] {
            let sequence = Array(String(decoding: notice.bytes(text), as: UTF8.self).unicodeScalars)
            let controls = sequence.filter { $0.properties.generalCategory == .control }.map(\.value)
            precondition(controls == [0x1B, 0x1B, 0x07], "a message ends its own sequence")
        }
    }

    /// Nothing but what the renderer says of itself: CSI sequences, and the controls that move the cursor.
    private static func checkFrame(_ bytes: [UInt8]) {
        var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            guard scalar.properties.generalCategory == .control else { continue }
            if [0x08, 0x0A, 0x0D].contains(scalar.value) { continue }
            precondition(scalar == "\u{1B}" && rest.popFirst() == "[", "a control character has come through")
            rest = rest.drop { !(0x40...0x7E ~= $0.value) }.dropFirst()
        }
    }
}
