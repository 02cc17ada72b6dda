/// The keys that the status line names, as the current screen binds them; nil if the screen has no such key.
struct StatusKeys: Equatable, Sendable {
    /// Closes the message that is shown.
    var seen: String?
    /// Connects now, without waiting any longer.
    var retry: String?
}

extension KeyMap {
    func statusKeys(seen: Command?, retry: Command?) -> StatusKeys {
        StatusKeys(seen: seen.flatMap { name(of: $0) }, retry: retry.flatMap { name(of: $0) })
    }
}
