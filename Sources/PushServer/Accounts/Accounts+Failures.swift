internal import Shared

/// Counts of wrong passwords that all nodes of a fleet share. The database's clock decides, so nodes' own clocks may differ.
protocol FailureStore: Sendable {
    /// - Returns: the remaining wait; nil if the attempt may go ahead.
    func wait(for attempt: LoginThrottle.Attempt) async throws -> Duration?
    /// Counts the attempt as failed, unless others have made it too early by now.
    func began(_ attempt: LoginThrottle.Attempt) async throws -> FailureVerdict
    func succeeded(_ ticket: LoginThrottle.Ticket) async throws
    func withdrew(_ ticket: LoginThrottle.Ticket) async throws
}

/// Whether an attempt may go ahead.
enum FailureVerdict: Sendable {
    case counted(LoginThrottle.Ticket)
    case tooEarly(Duration)
}

/// Where wrong passwords are counted: in the database that nodes share, or in this process.
extension Accounts {
    /// - Throws: a `Close` that states the wait.
    func demandNoWait(for attempt: LoginThrottle.Attempt) async throws {
        let wait =
            if let failures { try await failures.wait(for: attempt) } else { throttle.wait(for: attempt, at: now()) }
        if let wait { throw Close.tooManyLogins(wait) }
    }

    /// - Throws: a `Close` that states the wait.
    func began(_ attempt: LoginThrottle.Attempt) async throws -> LoginThrottle.Ticket {
        guard let failures else { return throttle.began(attempt, at: now()) }
        switch try await failures.began(attempt) {
        case .counted(let ticket): return ticket
        case .tooEarly(let wait): throw Close.tooManyLogins(wait)
        }
    }

    func succeeded(_ ticket: LoginThrottle.Ticket) async throws {
        if let failures { try await failures.succeeded(ticket) } else { throttle.succeeded(ticket) }
    }

    /// If the database cannot be reached, the attempt counts as failed.
    func withdrew(_ ticket: LoginThrottle.Ticket) async {
        if let failures { try? await failures.withdrew(ticket) } else { throttle.withdrew(ticket) }
    }
}
