internal import Observation
internal import Shared

/// The settings that all of the user's terminals share. What another terminal changes is seen here at once.
@MainActor
@Observable
final class SettingsViewModel {
    enum Route: Equatable, Sendable {
        case closed
        case loggedOut
        case quit
    }

    // MARK: Outputs
    private(set) var selected = SettingsRow.klineSource
    /// What cannot be taken back with a key is asked about once: this row waits for the answer.
    private(set) var asking: SettingsRow?
    let status: StatusViewModel
    let routes: AsyncStream<Route>
    var settings: UserSettings { session.user.state.settings }
    var userName: String { status.userName }

    private let session: Session
    private let navigate: AsyncStream<Route>.Continuation

    init(session: Session, status: StatusViewModel) {
        self.session = session
        self.status = status
        (routes, navigate) = AsyncStream.makeStream(of: Route.self, bufferingPolicy: .bufferingOldest(8))
    }

    // MARK: Inputs

    func selectionMoved(by rows: Int) {
        asking = nil
        let last = SettingsRow.allCases.count - 1
        selected = SettingsRow(rawValue: max(0, min(last, selected.rawValue + rows))) ?? selected
    }

    /// Enter or Space on the selected row: the next value, or the deed.
    func activated() {
        switch selected {
        case .klineSource: session.user.mutate(.setKlineSource(settings.klineSource.next))
        case .coinsOnly: session.user.mutate(.setCoinsOnly(!settings.coinsOnly))
        case .keepFavorites: session.user.mutate(.setKeepFavorites(!settings.keepFavorites))
        case .removeAllFavorites: asking = favoritesCount > 0 ? .removeAllFavorites : nil
        case .logOut: asking = .logOut
        }
    }

    func confirmed() {
        defer { asking = nil }
        switch asking {
        case .removeAllFavorites: session.user.mutate(.removeAllFavorites)
        case .logOut: logOut()
        default: break
        }
    }

    func declined() { asking = nil }

    /// One level back: the question, a message, this screen.
    func backPressed() {
        if asking != nil {
            asking = nil
        } else if status.problem != nil {
            status.problemSeen()
        } else {
            navigate.yield(.closed)
        }
    }

    func retryRequested() { status.retryRequested() }
    func quitRequested() { navigate.yield(.quit) }

    /// The server revokes the token and closes the connection, which ends the session. Without a connection this
    /// terminal only forgets its token.
    private func logOut() {
        if session.state() == .live { session.logOut() } else { navigate.yield(.loggedOut) }
    }
}

// MARK: Words
extension SettingsViewModel {
    private var favoritesCount: Int { session.user.state.favorites.count }

    func title(of row: SettingsRow) -> String {
        switch row {
        case .klineSource: "Candles from"
        case .coinsOnly: "Coins only"
        case .keepFavorites: "Keep favorites"
        case .removeAllFavorites: "Remove all favorites"
        case .logOut: "Log out"
        }
    }

    /// A sentence on what the row means, as it is set now.
    func explanation(of row: SettingsRow) -> String {
        switch row {
        case .klineSource: "Charts show \(settings.klineSource.title)'s candles."
        case .coinsOnly: settings.coinsOnly ? "Tokens are hidden." : "Coins and tokens are both shown."
        case .keepFavorites:
            settings.keepFavorites
                ? "Favorites stay when your last terminal closes."
                : "Off: favorites are gone once your last terminal has closed."
        case .removeAllFavorites: removalWords
        case .logOut: logOutWords
        }
    }

    private var logOutWords: String {
        if session.state() != .live {
            return asking == .logOut
                ? "Forget the login here? y: yes, n: no" : "Offline: only this machine forgets its login."
        }
        return asking == .logOut
            ? "Sign out every window here? y: yes, n: no" : "Signs out every window of this machine's login."
    }

    private var removalWords: String {
        if asking == .removeAllFavorites {
            return "Remove \(favoritesCount == 1 ? "it" : "all \(favoritesCount)")? y: yes, n: no"
        }
        return switch favoritesCount {
        case 0: "There are none."
        case 1: "There is 1, on all your terminals."
        case let count: "There are \(count), on all your terminals."
        }
    }
}

extension KlineSource {
    /// The source after this one, in a ring.
    fileprivate var next: KlineSource {
        let all = KlineSource.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }
}
