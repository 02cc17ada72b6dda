/// The keys that the status line names, as the screen that it stands on has them; nil: it has none there.
struct StatusKeys: Equatable, Sendable {
    /// Takes the message away that is shown.
    var seen: String?
    /// Connects now instead of at the end of the wait.
    var retry: String?
}

extension KeyMap {
    func statusKeys(seen: Command?, retry: Command?) -> StatusKeys {
        StatusKeys(seen: seen.flatMap { name(of: $0) }, retry: retry.flatMap { name(of: $0) })
    }
}
