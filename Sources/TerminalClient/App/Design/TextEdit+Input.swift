internal import TerminalKit

extension TextEdit {
    /// The edit that an editing key or a paste stands for; nil for all other events.
    init?(_ event: InputEvent) {
        switch event {
        case .key(let key): self.init(key)
        case .paste(let text): self = .paste(text.typable)
        default: return nil
        }
    }

    private init?(_ key: Key) {
        switch (key.code, key.modifiers) {
        case (.character(let character), []): self = .type(character)
        case (.left, []), (.character("b"), .control): self = .left
        case (.right, []), (.character("f"), .control): self = .right
        case (.left, .control), (.left, .alt), (.character("b"), .alt): self = .wordLeft
        case (.right, .control), (.right, .alt), (.character("f"), .alt): self = .wordRight
        case (.home, []), (.character("a"), .control): self = .start
        case (.end, []), (.character("e"), .control): self = .end
        case (.backspace, []), (.backspace, .shift): self = .deleteBack
        case (.delete, []), (.character("d"), .control): self = .deleteForward
        case (.character("w"), .control), (.backspace, .alt), (.backspace, .control): self = .deleteWord
        case (.character("u"), .control): self = .deleteToStart
        case (.character("k"), .control): self = .deleteToEnd
        default: return nil
        }
    }
}

extension TextField {
    init(
        _ entry: TextEntry,
        placeholder: String = "",
        isSecure: Bool = false,
        isFocused: Bool,
        style: Style
    ) {
        self.init(
            entry.text,
            cursor: entry.cursor,
            placeholder: placeholder,
            isSecure: isSecure,
            isFocused: isFocused,
            style: style
        )
    }
}
