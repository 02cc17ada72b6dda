internal import NIOConcurrencyHelpers
internal import NIOCore
internal import Shared

/// The admission rule, shared by the event loops. They call it only when a connection arrives, proves something or
/// ends.
final class AdmissionGate: Sendable {
    private struct State {
        var rule: AdmissionRule
        /// The channels of connections that may have to give way.
        var channels: [ConnectionID: any Channel] = [:]
        var generator = SystemRandomNumberGenerator()
    }

    private let state: NIOLockedValueBox<State>

    init(_ limits: SessionLimits) { state = NIOLockedValueBox(State(rule: AdmissionRule(limits))) }

    /// Connections that have not been welcomed yet.
    var strangers: Int { state.withLockedValue { $0.rule.strangers } }

    /// The number of connections that were dropped without an answer.
    var dropped: [AdmissionRule.Excess: Int] { state.withLockedValue { $0.rule.dropped } }

    /// Counts a connection, whatever the verdict; `left` must follow. Closes the connection that gives way to it.
    func came(_ id: ConnectionID, _ channel: any Channel, from address: String) -> AdmissionRule.Verdict {
        let host = HostAddress(address)
        let (verdict, victim) = state.withLockedValue { state in
            let (verdict, victim) = state.rule.came(id, from: host, using: &state.generator)
            if case .dropped = verdict {} else { state.channels[id] = channel }
            return (verdict, victim.flatMap { state.channels.removeValue(forKey: $0) })
        }
        // Drop it without a goodbye: it may have been silent for two seconds, and its place is taken.
        victim?.triggerUserOutboundEvent(TLSCommand.hangUp, promise: nil)
        return verdict
    }

    func proved(_ proof: AdmissionRule.Proof, by id: ConnectionID) {
        state.withLockedValue { $0.rule.proved(proof, by: id) }
    }

    /// The server is closing the connection, which lasts until the client says goodbye.
    func closing(_ id: ConnectionID) { state.withLockedValue { $0.rule.closing(id) } }

    func welcomed(_ id: ConnectionID) {
        state.withLockedValue { state in
            state.rule.welcomed(id)
            state.channels[id] = nil
        }
    }

    func left(_ id: ConnectionID, from address: String) {
        let host = HostAddress(address)
        state.withLockedValue { state in
            state.rule.left(id, from: host)
            state.channels[id] = nil
        }
    }

    /// Counts a connection that the server ended because of its frames.
    func dropped(for excess: AdmissionRule.Excess) { state.withLockedValue { $0.rule.count(excess) } }
}
