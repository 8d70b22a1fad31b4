# Lets Windows block everything that BriefBank's programs send, on every kind of network. For administrators.
#
#   firewall.ps1                     block
#   firewall.ps1 -Server 10.1.2.3    block all but this one address: the office's own recognition server
#   firewall.ps1 -Remove             take the rules away
#
# Never run: there is no Windows on the computers on which BriefBank is made. What the rules mean and do not mean stands
# on top of briefbank.nsi. A rule that allows does not win against one that blocks, so that the one address is left out
# of what is blocked; Windows then still allows every port of it, while BriefBank's own guard allows only the one that was set.

param([string] $Server = "", [switch] $Remove)

$ErrorActionPreference = "Stop"
$group = "BriefBank"
$programs = "briefbank.exe", "briefbank-window.exe"

function ConvertTo-Number([System.Net.IPAddress] $address) {
    $bytes = $address.GetAddressBytes()
    [Array]::Reverse($bytes)
    [BitConverter]::ToUInt32($bytes, 0)
}

function ConvertTo-Address([uint32] $number) {
    $bytes = [BitConverter]::GetBytes($number)
    [Array]::Reverse($bytes)
    [System.Net.IPAddress]::new($bytes).ToString()
}

function Get-Blocked([string] $except) {
    if ($except -eq "") {
        return "Any"
    }
    $address = [System.Net.IPAddress]::Parse($except)
    if ($address.AddressFamily -ne "InterNetwork") {
        throw "The address of the server must be one of IPv4, like 10.1.2.3."
    }
    $number = ConvertTo-Number $address
    if ($number -eq 0 -or $number -eq [uint32]::MaxValue) {
        throw "$except is the address of no server."
    }
    "0.0.0.0-$(ConvertTo-Address ($number - 1))"
    "$(ConvertTo-Address ($number + 1))-255.255.255.255"
    "::/1"
    "8000::/1"
}

$blocked = @(Get-Blocked $Server)
Get-NetFirewallRule -Group $group -ErrorAction SilentlyContinue | Remove-NetFirewallRule
if (-not $Remove) {
    foreach ($program in $programs) {
        New-NetFirewallRule -Group $group -DisplayName "BriefBank: $program connects to nothing" `
            -Direction Outbound -Action Block -Profile Any -RemoteAddress $blocked `
            -Program (Join-Path $PSScriptRoot $program) | Out-Null
    }
}
