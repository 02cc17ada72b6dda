import ArgumentParser
import Shared
import TerminalClient

/// What a command has done, or not done, in a line.
enum Outcome: CustomStringConvertible {
    // MARK: The account
    case loggedIn(user: String, server: ServerAddress)
    case loggedOut(server: ServerAddress)
    case passwordChanged(signsOutOthers: Bool)
    case deviceSignedOut(UInt64)
    case accountRemoved(server: ServerAddress)
    /// No password was typed.
    case accountKept
    case keyNotTrusted

    // MARK: What an account lacks, from another server or a file
    case leftOut(MutationRefusal)
    /// Alerts that have fired for good. At another server, they would fire once more.
    case leftOutFired(alerts: Int)
    /// - Parameter isWhole: whether the account can have all of it.
    case nothingToAdd(server: ServerAddress, isWhole: Bool)
    /// The private server has no data.
    case nothingToMove(isMock: Bool)
    /// - Parameter records: the word for what would be added: `alerts`.
    case toAdd(records: String, new: Int, known: Int)
    /// While the user was asked.
    case changedMeanwhile
    case nothingChanged
    case added(server: ServerAddress)
    case undoUnconfirmed(server: ServerAddress)
    /// - Parameter kept: how many records another device has changed since.
    case undone(server: ServerAddress, kept: Int)

    // MARK: Coins and settings
    case removed(takenBackBy: String)
    /// The user does not keep favorites any longer.
    case favoritesPass

    // MARK: Holdings
    case transactionAdded(TransactionID)

    // MARK: This machine
    /// The user has left the terminal.
    case unconfirmed(UnconfirmedChanges)
    case configIsRight(path: String)
    case noConfig(path: String)
    case waitingForPrices
    /// The output could not be written to its end.
    case incomplete(reason: SystemError)

    var description: String {
        switch self {
        case .loggedIn(let user, let server): "logged in to \(server) as \(user)".escaped
        case .loggedOut(let server): "logged out of \(server)".escaped
        case .passwordChanged(false): "changed the password"
        case .passwordChanged(true): "changed the password, and signed the other devices out"
        case .deviceSignedOut(let device): "signed out device \(device)"
        case .accountRemoved(let server): "removed the account at \(server)".escaped
        case .accountKept: "no password was given, so the account stays"
        case .keyNotTrusted: "not logged in; the key was not trusted"
        case .leftOut(let refusal): "left out: \(refusal)"
        case .leftOutFired(1): "left out: 1 alert that has fired and does not repeat"
        case .leftOutFired(let count): "left out: \(count) alerts that have fired and do not repeat"
        case .nothingToAdd(let server, true): "\(server) already has all of it".escaped
        case .nothingToAdd(let server, false): "\(server) has all the rest already".escaped
        case .nothingToMove(true): "your private server with the mock market has nothing to move"
        case .nothingToMove(false):
            "your private server has nothing to move; --mock names the one with the mock market"
        case .toAdd(let records, let new, let known): "\(records): \(new) new, \(known) there already"
        case .changedMeanwhile: "what would be added has changed meanwhile, so look again"
        case .nothingChanged: "nothing was changed"
        case .added(let server): "added to \(server)".escaped
        case .undoUnconfirmed(let server):
            "the undo was sent, but \(server) has not confirmed it yet; look at your data there later"
        case .undone(let server, 0): "taken back; \(server) is as it was"
        case .undone(_, let kept):
            "taken back, except \(kept == 1 ? "1 record, which has" : "\(kept) records, which have") been changed since on another device"
        case .removed(let commands): "to take this back: \(commands)"
        case .favoritesPass:
            "without an open terminal, your favorites are removed in about a minute; 'tickwire settings set keep-favorites on' keeps them"
        case .transactionAdded(let id): "added transaction \(id); 'tickwire holdings remove \(id)' takes it back"
        case .unconfirmed(let changes): Self.words(for: changes)
        case .configIsRight(let path): "\(path): no mistakes"
        case .noConfig(let path): "there is no file \(path); the defaults hold".escaped
        case .waitingForPrices: "waiting for prices"
        case .incomplete(let reason): "the output is not complete: \(reason)"
        }
    }

    private static func words(for changes: UnconfirmedChanges) -> String {
        let isOne = changes.count == 1
        let fact = "\(changes.server) has not confirmed \(isOne ? "1 change" : "\(changes.count) changes") yet".escaped
        if !changes.areKept { return "\(fact), and \(isOne ? "it is" : "they are") not saved on this machine" }
        return "\(fact); \(isOne ? "it is" : "they are") sent when you next open the terminal there"
    }
}

extension Outcome {
    /// Says why the output is not complete.
    static func failure(ofOutput reason: SystemError) -> ExitCode {
        StandardError.tell(Outcome.incomplete(reason: reason))
        return .failure
    }
}

extension LineOutput {
    /// - Throws: `ExitCode.failure` if lines were lost, after it has said why.
    func check() throws { if let fault { throw Outcome.failure(ofOutput: fault) } }
}
