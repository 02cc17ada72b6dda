/// What the login screen says below the form.
enum LoginMessage: Hashable, Sendable {
    case silent
    case connecting(server: String)
    case failed(String)
    /// Every other try would fail before that time.
    case failedUntil(String, seconds: Int64)
    /// Enter was pressed before that time.
    case tooEarly(String, seconds: Int64)

    var phrase: Phrase {
        switch self {
        case .silent: Phrase("", .quiet)
        case .connecting(let server): Phrase("connecting to \(server)…", .quiet)
        case .failed(let reason): Phrase(reason, .problem)
        case .failedUntil(let reason, let seconds): Phrase("\(reason) Next try in \(seconds) s.", .problem)
        case .tooEarly(let reason, let seconds):
            Phrase("Nothing was sent: wait \(seconds) s, then press Enter again. \(reason)", .problem)
        }
    }
}
