internal import Foundation
package import Shared

/// Devices as a command prints them.
package struct DeviceReport: Encodable, Sendable {
    private let id: UInt64
    private let name: String
    private let created: String
    private let used: String
    private let address: String
    private let connected: Bool
    private let own: Bool

    package init(_ device: Device) {
        id = device.id.rawValue
        name = device.name
        (created, used) = (device.created.shortISO8601, device.used.shortISO8601)
        (address, connected, own) = (device.address, device.isConnected, device.isOwn)
    }

    package static func json(_ devices: [Device]) -> String {
        PushReport.json(devices.map(DeviceReport.init), pretty: true)
    }

    /// A star marks this device, and a plus a device that is connected now.
    package static func text(_ devices: [Device]) -> String {
        let head = ["", "ID", "LAST USE (UTC)", "ADDRESS", "NAME"]
        let rows = devices.map(DeviceReport.init).map { device in
            let mark = device.own ? "*" : device.connected ? "+" : ""
            let address = device.address.isEmpty ? "-" : device.address
            return [mark, "\(device.id)", device.used, address, device.name].map(\.escaped)
        }
        return TextTable.text(of: [head] + rows, isText: [true, false, true, true, true])
    }
}
