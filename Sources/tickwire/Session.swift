import ArgumentParser
import NIOPosix
import Shared
import TerminalClient

/// Runs commands over a connection and turns their failures into messages and exit statuses.
enum Session {
    /// From sysexits(3), like `unavailable`.
    static let noPermission = ExitCode(77)
    fileprivate static let unavailable = ExitCode(69)

    @MainActor
    static func run<Value: Sendable>(
        _ options: ConnectionOptions,
        to target: ServerLink.Target? = nil,
        market: Bool = true,
        _ body: @MainActor (HeadlessClient) async throws -> Value
    ) async throws -> Value {
        try await reportingFailures {
            try await connect(options, to: target, market: market) { client in
                try await client.ready(market: market)
                return try await body(client)
            }
        }
    }

    /// Runs as the user who has logged in there, and stores renewed tokens. First says what still waits for delivery.
    /// - Parameter target: nil: take it from the options.
    @MainActor
    static func connect<Value: Sendable>(
        _ options: ConnectionOptions,
        to target: ServerLink.Target? = nil,
        market: Bool = true,
        _ body: @MainActor (HeadlessClient) async throws -> Value
    ) async throws -> Value {
        var target = try target ?? options.target()
        target.withoutMarket = !market
        let name = try options.files.userName(target.credentials, at: target.address)
        if let waiting = options.files.waitingChanges(of: name, at: target.address) { StandardError.tell(waiting) }
        return try await options.explainingKey(of: target.address) { [target] in
            try await connect(target) { client in
                // A renewed token that cannot be stored does no harm until the old one expires.
                client.link.share(options.files, of: name) { _ in }
                return try await body(client)
            }
        }
    }

    @MainActor
    static func connect<Value: Sendable>(
        _ target: ServerLink.Target,
        _ body: @MainActor (HeadlessClient) async throws -> Value
    ) async throws -> Value {
        let client = HeadlessClient(target: target, group: MultiThreadedEventLoopGroup.singleton)
        return try await client.run { _ in try await body(client) }
    }

    /// Prints errors to standard error, each as one line, and what there is to choose from on lines of its own.
    @MainActor
    static func reportingFailures<Value>(_ body: @MainActor () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as ConnectionError {
            StandardError.tell(error)
            throw error.status
        } catch let error as MutationNotStored {
            StandardError.tell(error)
            throw unavailable
        } catch let error as NotLoggedIn {
            StandardError.tell(error)
            throw noPermission
        } catch let error as KeyChanged {
            StandardError.tell(error)
            throw noPermission
        } catch let error as InvitedKeyDiffers {
            StandardError.tell(error)
            throw noPermission
        } catch let error as AmbiguousCoin {
            StandardError.tell(error)
            for choice in error.choices { StandardError.print(choice) }
            throw ExitCode.failure
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            // If it were thrown, the parser would print the usage of all commands, although none was mistyped.
            StandardError.tell(error.message)
            throw ExitCode.validationFailure
        } catch let error as CurrencyFault where error.isAboutArgument {
            StandardError.tell(error)
            throw ExitCode.validationFailure
        } catch {
            StandardError.tell(error)
            throw ExitCode.failure
        }
    }
}

extension CurrencyFault {
    /// Whether another currency has to be named. If not, the same command may do later.
    fileprivate var isAboutArgument: Bool {
        switch self {
        case .notOffered, .noHistory: true
        case .noRate: false
        }
    }
}

extension ConnectionError {
    fileprivate var status: ExitCode {
        switch self {
        case .closed(let close):
            switch close.code {
            case .badLogin, .signedOut, .tooManyLogins: Session.noPermission
            // A new password is no argument, and nobody logs in with it yet.
            case .passwordNeeded: .failure
            default: Session.unavailable
            }
        case .insecure where advice == .stop: Session.noPermission
        default: Session.unavailable
        }
    }
}
