/// A value in the configuration file.
struct ConfigNode: Equatable {
    enum Content: Equatable {
        /// As it is written: `on`, `y` and `1` do not have YAML's own meaning.
        case text(String)
        case list([ConfigNode])
        case block([Entry])
    }

    /// `name: value`
    struct Entry: Equatable {
        let key: ConfigNode
        let value: ConfigNode
    }

    let content: Content
    /// Where it begins. The first line is 1.
    let line: Int

    /// Nil for a list and a block.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// Nil for a text and a block.
    var items: [ConfigNode]? { if case .list(let items) = content { items } else { nil } }
}
