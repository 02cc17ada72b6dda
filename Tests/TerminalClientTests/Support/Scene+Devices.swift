import Observation
import Shared

@testable import TerminalClient

extension Scene {
    /// The open request about the user's account, or else the next one.
    func request() async -> AccountRequest? {
        for await request in Observations({ self.link.openRequest?.request }) { if let request { return request } }
        return nil
    }

    func answerRequest(_ answer: Result<[Device], AccountProblem>) async {
        for await number in Observations({ self.link.openRequest?.number }) {
            guard let number else { continue }
            return link.answerRequest(number, answer)
        }
    }

    /// The list, once the server has answered with `devices`.
    func showDevices(_ devices: [Device] = .three) async {
        async let _ = follow()
        await answerRequest(.success(devices))
        await devicesCame()
    }

    /// Shows the list until it has come, and leaves the screen.
    func showOnce() async {
        devices.tabs.devices.listRequested()
        await answerRequest(.success(.three))
        await devicesCame()
    }

    /// Waits for a frame with the list.
    private func devicesCame() async {
        for await devices in Observations({ self.tabs.devices.devices }) where devices != nil { break }
        devices.refresh()
    }

    /// Follows the list as the shown screen does.
    func follow() async {
        async let _ = tabs.devices.appeared()
        await devices.appeared()
    }
}

extension [Device] {
    /// A connected device, one that has been away for two days, and this one, at the time of `ManualClock`.
    static var three: [Device] {
        let now = MarketTime(seconds: 1_700_000_000)
        return [
            Device(
                id: DeviceID(rawValue: 4),
                name: "phone",
                created: now.adding(seconds: -9_000_000),
                used: now.adding(seconds: -1800),
                address: "198.51.100.7",
                isConnected: true
            ),
            Device(
                id: DeviceID(rawValue: 9),
                name: "laptop",
                created: now.adding(seconds: -600_000),
                used: now.adding(seconds: -3000),
                address: "2001:db8::17",
                isOwn: true,
                isConnected: true
            ),
            Device(
                id: DeviceID(rawValue: 2),
                name: "the old desktop in the cellar",
                created: now.adding(seconds: -20_000_000),
                used: now.adding(seconds: -3 * 86_400),
                address: ""
            ),
        ]
    }
}
